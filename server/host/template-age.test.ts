import { afterEach, describe, expect, it, vi } from 'vitest';
import { notesApp } from './testing/app.ts';
import { createTestHost, openTestSession } from './testing/test-host.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a template whose seed reads the clock', () => {
  it('is made anew in the background after a minute, and before use when much older', async () => {
    await using testHost = await createTestHost();
    const source = {
      ...notesApp(),
      seed: [{ tableName: 'notes', insertStatements: ["INSERT INTO notes VALUES (1, datetime('now'))"] }],
    };
    const first = await testHost.host.prepare(source);
    expect((await testHost.host.prepare(source)).templateDb).toBe(first.templateDb);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await testHost.host.prepare(source)).templateDb).toBe(first.templateDb);
    await expect
      .poll(async () => (await testHost.host.prepare(source)).templateDb)
      .not.toBe(first.templateDb);

    const second = await testHost.host.prepare(source);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect((await testHost.host.prepare(source)).templateDb).not.toBe(second.templateDb);
    // What is held stays usable.
    const { session } = await openTestSession(testHost, first);
    expect(await session.call('list_notes', {}, { deadlineMs: 60_000 })).toMatchObject({ kind: 'ok' });
    await session.close('closed');
  });
});

describe('forget', () => {
  it('lets sessions of the old version live, sleep and wake', async () => {
    await using testHost = await createTestHost();
    const source = notesApp('', 'edited');
    const prepared = await testHost.host.prepare(source);
    const { session, open } = await openTestSession(testHost, prepared);
    await testHost.host.forget('edited');
    expect(await session.call('list_notes', {}, { deadlineMs: 60_000 })).toMatchObject({ kind: 'ok' });
    await session.close('hibernated');
    await expect.poll(() => testHost.host.stats().zygotes).toBe(0);
    const again = await testHost.host.open(prepared, { ...open, resumed: true });
    expect(await again.call('list_notes', {}, { deadlineMs: 60_000 })).toMatchObject({ kind: 'ok' });
    await again.close('closed');
  });
});
