import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesApp } from './testing/app.ts';
import { createTestHost, type TestHost } from './testing/test-host.ts';
import type { PreparedScenario, VerifierOutcome } from './types.ts';

let testHost: TestHost;
let prepared: PreparedScenario;

beforeAll(async () => {
  testHost = await createTestHost();
  prepared = await testHost.host.prepare(notesApp());
});

afterAll(async () => {
  await testHost[Symbol.asyncDispose]();
});

function verify(body: string, deadlineMs = 20_000, finalAnswer?: string | null): Promise<VerifierOutcome> {
  const lines = body.split('\n').map((line) => `    ${line}\n`);
  return testHost.host.verify({
    code: `import sqlite3, time\ndef verify_it(initial_db_path, final_db_path, final_answer=None):\n${lines.join('')}`,
    functionName: 'verify_it',
    initialDb: prepared.initialDb,
    finalDb: prepared.templateDb,
    deadlineMs,
    ...(finalAnswer === undefined ? {} : { finalAnswer }),
  });
}

describe('verify', () => {
  it('returns what the function returns', async () => {
    const outcome = await verify(
      'print("looking")\nrows = sqlite3.connect(final_db_path).execute("select count(*) from notes").fetchone()\nreturn {"result": "complete" if rows[0] == 2 and final_answer == "two" else "others"}',
      20_000,
      'two',
    );
    expect(outcome).toMatchObject({
      kind: 'returned',
      value: { result: 'complete' },
      stdout: 'looking\n',
      readsClock: false,
    });
  });

  it.each([
    ['an exception', 'raise ValueError("no")'],
    ['a file outside', 'return open("/etc/passwd").read()'],
    ['memory', 'return len(b"x" * (2 << 30))'],
  ])('%s is raised', async (_, body) => {
    expect(await verify(body)).toMatchObject({ kind: 'raised' });
  });

  it('ends a loop at the deadline and serves the next', async () => {
    expect(await verify('while True:\n    pass', 1_000)).toEqual({ kind: 'timeout', afterMs: 1_000 });
    expect(await verify('return {"result": "others"}')).toMatchObject({ kind: 'returned' });
  });

  it('ends with its signal', async () => {
    const abort = new AbortController();
    const outcome = testHost.host.verify(
      {
        code: 'def verify_it(a, b):\n    while True:\n        pass',
        functionName: 'verify_it',
        initialDb: prepared.initialDb,
        finalDb: prepared.templateDb,
        deadlineMs: 60_000,
      },
      abort.signal,
    );
    abort.abort();
    expect(await outcome).toEqual({ kind: 'crashed', exit: { kind: 'cancelled' } });
  });
});

describe('check', () => {
  it('finds state outside the database', async () => {
    const findings = await testHost.host.check(
      notesApp(
        '\ncount = 0\n@app.get("/count", operation_id="count_up")\ndef count_up():\n    global count\n    count += 1\n    return count\n',
      ),
    );
    expect(findings.map((finding) => finding.code)).toContain('mutable_state');
  });

  it('finds nothing in a scenario without faults but its seed error', async () => {
    const findings = await testHost.host.check(notesApp());
    expect(findings.filter((finding) => finding.code !== 'seed_error')).toEqual([]);
  });
});
