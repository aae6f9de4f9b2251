import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAlive, parentOf } from '../testing/server-process.ts';
import { notesApp } from './testing/app.ts';
import { createTestHost, openTestSession } from './testing/test-host.ts';

const CALL = { deadlineMs: 60_000 };

async function untilGone(pids: readonly number[], deadlineMs: number): Promise<void> {
  const start = Date.now();
  while (pids.some(isAlive)) {
    if (Date.now() - start > deadlineMs)
      throw new Error(`alive after ${String(deadlineMs)} ms: ${pids.filter(isAlive).join()}`);
    await new Promise((done) => setImmediate(done));
  }
}

describe('prepare', () => {
  it('says why a scenario does not run', async () => {
    await using testHost = await createTestHost();
    const { host } = testHost;
    await expect(host.prepare(notesApp('raise KeyError("no config")'))).rejects.toMatchObject({
      code: 'scenario_broken',
      message: expect.stringContaining("KeyError: 'no config'") as string,
    });
    await expect(host.prepare(notesApp('def broken(:'))).rejects.toMatchObject({ code: 'scenario_broken' });
    await expect(host.prepare(notesApp('sys.exit(2)'))).rejects.toMatchObject({ code: 'scenario_broken' });
    await expect(host.prepare(notesApp('os._exit(2)'))).rejects.toMatchObject({ code: 'scenario_broken' });
    await expect(host.prepare(notesApp('del app'))).rejects.toMatchObject({ code: 'scenario_broken' });
    const prepared = await host.prepare(notesApp());
    expect(prepared.tools).toHaveLength(3);
  });

  it('ends a module that never finishes', async () => {
    await using testHost = await createTestHost({ buildDeadlineMs: 8_000 });
    await expect(testHost.host.prepare(notesApp('while True: pass'))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    await testHost.host.prepare(notesApp());
  });

  it('builds once for all who wait, and takes what it learned over a restart', async () => {
    const home = await mkdtemp(join(tmpdir(), 'awm-host-'));
    const source = notesApp('', 'kept');
    {
      await using testHost = await createTestHost({ home });
      const all = await Promise.all(Array.from({ length: 8 }, () => testHost.host.prepare(source)));
      expect(new Set(all.map((prepared) => prepared.templateDb)).size).toBe(1);
      expect(all.filter((prepared) => Object.keys(prepared.timings).length > 0)).toHaveLength(1);
      expect(testHost.host.stats()).toMatchObject({ zygotes: 1 });
    }
    {
      await using testHost = await createTestHost({ home });
      const prepared = await testHost.host.prepare(source);
      expect(prepared.timings).toEqual({});
      const { session } = await openTestSession(testHost, prepared);
      expect(await session.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
      await session.close('closed');
      await testHost.host.forget('kept');
      const again = await testHost.host.prepare(source);
      expect(again.timings).not.toEqual({});
    }
    await rm(home, { recursive: true, force: true });
  });

  it('gives the same to those who ask at any moment of a build', async () => {
    await using testHost = await createTestHost();
    const source = notesApp('', 'asked');
    let done = false;
    const first = testHost.host.prepare(source).finally(() => (done = true));
    const others = [first];
    while (!done) {
      others.push(testHost.host.prepare(source));
      await setTimeout(1);
    }
    const templates = (await Promise.all(others)).map(({ templateDb }) => templateDb);
    expect(new Set(templates).size).toBe(1);
  });

  it('learns again where what the disk kept of a scenario is damaged', async () => {
    await using testHost = await createTestHost();
    const { cacheDir, source } = { cacheDir: join(testHost.home, 'cache'), source: notesApp('', 'damaged') };
    await testHost.host.prepare(source);
    for (const name of await readdir(cacheDir)) {
      const path = join(cacheDir, name, 'learned.json');
      const text = await readFile(path, 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      await writeFile(path, JSON.stringify({ ...(JSON.parse(text) as object), toolsJson: 'no JSON' }));
    }
    await using again = await createTestHost({ home: testHost.home });
    expect((await again.host.prepare(source)).tools.length).toBeGreaterThan(0);
  });

  it('evicts zygotes over the budget and makes them again', async () => {
    await using testHost = await createTestHost({ zygoteMemoryBytes: 1 });
    const first = await testHost.host.prepare(notesApp());
    for (let more = 0; more < 3; more++) await testHost.host.prepare(notesApp());
    await expect.poll(() => testHost.host.stats().zygotes).toBe(1);
    const { session } = await openTestSession(testHost, first);
    expect(await session.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await session.close('closed');
  });
});

describe('scenarios that nobody plays any more', () => {
  it('are held up to a number, and a session that slept since finds its own version', async () => {
    await using testHost = await createTestHost({ maxEntries: 1, zygoteMemoryBytes: 1 });
    const first = await testHost.host.prepare(notesApp());
    const { session, open } = await openTestSession(testHost, first);
    await session.call('add_note', { text: 'kept' }, CALL);
    await session.close('hibernated');
    for (let more = 0; more < 3; more++) await testHost.host.prepare(notesApp());
    const awake = await testHost.host.open(first, { ...open, resumed: true });
    expect(await awake.call('list_notes', {}, CALL)).toMatchObject({
      kind: 'ok',
      text: expect.stringContaining('kept') as string,
    });
    await awake.close('closed');
  });

  it('leave no zygote behind when they were prepared in the background', async () => {
    await using testHost = await createTestHost();
    await testHost.host.prepare(notesApp(), { priority: 'background' });
    expect(testHost.host.stats().zygotes).toBe(0);
  });
});

describe('processes that are killed', () => {
  it('a zygote: its sessions end as crashed and open again', async () => {
    await using testHost = await createTestHost();
    const prepared = await testHost.host.prepare(notesApp());
    const { session, open } = await openTestSession(testHost, prepared);
    process.kill(parentOf(session.pid), 'SIGKILL');
    expect(await session.exited).toMatchObject({ kind: 'crashed' });
    expect(await session.call('list_notes', {}, CALL)).toMatchObject({ kind: 'exited' });
    const again = await testHost.host.open(prepared, { ...open, resumed: true });
    expect(await again.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await again.close('closed');
  });

  it('the root: the host starts another', async () => {
    await using testHost = await createTestHost();
    const prepared = await testHost.host.prepare(notesApp());
    const { session, open } = await openTestSession(testHost, prepared);
    process.kill(testHost.host.report.pid, 'SIGKILL');
    expect(await session.exited).toMatchObject({ kind: 'crashed' });
    await untilGone([session.pid], 5_000);
    const again = await testHost.host.open(prepared, { ...open, resumed: true });
    expect(await again.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await again.close('closed');
  });

  it('Node itself: nothing is left after 5 s', async () => {
    const script = join(import.meta.dirname, 'testing/killed-host.ts');
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { pids, home } = JSON.parse(line) as { pids: number[]; home: string };
    expect(pids.every(isAlive)).toBe(true);
    child.kill('SIGKILL');
    await untilGone(pids, 5_000);
    await rm(home, { recursive: true, force: true });
  });

  it('dispose ends everything, sessions as host_stopped', async () => {
    const testHost = await createTestHost();
    const prepared = await testHost.host.prepare(notesApp());
    const opened = await Promise.all(Array.from({ length: 220 }, () => openTestSession(testHost, prepared)));
    const pids = opened.map(({ session }) => session.pid);
    const { pid } = testHost.host.report;
    await testHost[Symbol.asyncDispose]();
    for (const { session } of opened) expect(await session.exited).toEqual({ kind: 'host_stopped' });
    await untilGone([pid, ...pids], 2_000);
  });
});
