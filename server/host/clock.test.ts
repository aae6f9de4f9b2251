import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesApp } from './testing/app.ts';
import { createTestHost, openTestSession, type TestHost } from './testing/test-host.ts';
import type { LogicalClock } from './types.ts';

const CLOCK: LogicalClock = { startMs: Date.UTC(2030, 0, 2, 3, 4, 5), tickMs: 1_000 };
const APP = `
import datetime, random, uuid
@app.get("/now", operation_id="now")
def now():
    with SessionLocal() as session:
        sql = session.connection().exec_driver_sql("select datetime('now')").scalar()
    return [datetime.datetime.utcnow().isoformat(), sql, random.random(), str(uuid.uuid4())]
`;
let testHost: TestHost;

beforeAll(async () => {
  testHost = await createTestHost();
});

afterAll(async () => {
  await testHost[Symbol.asyncDispose]();
});

describe('the logical clock', () => {
  const seeded = notesApp(APP);
  const source = {
    ...seeded,
    seed: [
      { tableName: 'notes', insertStatements: ["INSERT INTO notes VALUES (1, datetime('now', '-1 day'))"] },
    ],
  };

  it('gives the same bytes for the same calls, through a sleep too', async () => {
    const runs: unknown[][] = [];
    for (const sleep of [false, false, true]) {
      const prepared = await testHost.host.prepare(source, { clock: CLOCK });
      const opened = await openTestSession(testHost, prepared, { clock: CLOCK, seed: 7 });
      let { session } = opened;
      const answers: unknown[] = [];
      for (let call = 0; call < 3; call++) {
        if (sleep && call > 0) {
          await session.close('hibernated');
          session = await testHost.host.open(prepared, { ...opened.open, callsBefore: call, resumed: true });
        }
        const result = await session.call('now', {}, { deadlineMs: 60_000 });
        answers.push(result.kind === 'ok' ? result.text : result);
      }
      const notes = await session.call('list_notes', {}, { deadlineMs: 60_000 });
      answers.push(notes.kind === 'ok' ? notes.text : notes);
      runs.push(answers);
      await session.close('closed');
      prepared.release();
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
    expect(runs[0]?.[0]).toContain('2030-01-02 03:04:0');
    expect(runs[0]?.[3]).toContain('2030-01-01 03:04:05');
  });

  it('is built once for all who reset at the same time with the same clock', async () => {
    const prepared = await Promise.all(
      Array.from({ length: 4 }, () =>
        testHost.host.prepare(notesApp('', 'clocked'), { clock: { startMs: 1_700_000_000_000, tickMs: 5 } }),
      ),
    );
    expect(new Set(prepared.map(({ templateDb }) => templateDb)).size).toBe(1);
  });

  it('without one, forks of a zygote draw different numbers and the seed is of today', async () => {
    const prepared = await testHost.host.prepare(source);
    expect(prepared.seedReadsClock).toBe(true);
    const answers = new Set<string>();
    for (let run = 0; run < 2; run++) {
      const { session } = await openTestSession(testHost, prepared);
      const result = await session.call('now', {}, { deadlineMs: 60_000 });
      expect(result.kind).toBe('ok');
      if (result.kind === 'ok') answers.add(String((JSON.parse(result.text) as unknown[])[2]));
      await session.close('closed');
    }
    expect(answers.size).toBe(2);
  });
});
