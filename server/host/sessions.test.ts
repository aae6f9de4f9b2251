import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesApp, toolApp } from './testing/app.ts';
import { createTestHost, openTestSession, type OpenedSession, type TestHost } from './testing/test-host.ts';
import type { PreparedScenario } from './types.ts';

const CALL = { deadlineMs: 60_000 };
let testHost: TestHost;

beforeAll(async () => {
  testHost = await createTestHost();
});

afterAll(async () => {
  await testHost[Symbol.asyncDispose]();
});

async function play(source = notesApp()): Promise<OpenedSession & { prepared: PreparedScenario }> {
  const prepared = await testHost.host.prepare(source);
  return { ...(await openTestSession(testHost, prepared)), prepared };
}

/** The same session's folder again, as the engine does after a process ended. */
function reopen({ open, prepared }: OpenedSession & { prepared: PreparedScenario }) {
  return testHost.host.open(prepared, { ...open, callsBefore: 1, resumed: true });
}

function log({ open }: OpenedSession): Promise<string> {
  return readFile(join(open.workDir, 'server.log'), 'utf8');
}

describe('a tool call', () => {
  it('answers with the texts of the reference', async () => {
    const { session, prepared } = await play();
    expect(prepared.tools.map((tool) => tool.name)).toEqual(['list_notes', 'add_note', 'get_note']);
    expect(prepared.operations.get('get_note')).toMatchObject({ method: 'GET', path: '/notes/{note_id}' });
    expect(prepared.seedErrors).toMatchObject([{ table: 'notes', message: 'no such table: missing' }]);
    expect(await session.call('list_notes', {}, CALL)).toMatchObject({
      kind: 'ok',
      text: '[\n  {\n    "id": 1,\n    "text": "first"\n  },\n  {\n    "id": 2,\n    "text": "größe"\n  }\n]',
      httpStatus: 200,
    });
    expect(await session.call('nope', {}, CALL)).toMatchObject({
      kind: 'error',
      error: 'Unknown tool: nope',
      httpStatus: null,
    });
    expect(await session.call('add_note', {}, CALL)).toMatchObject({
      kind: 'error',
      error: "Input validation error: 'text' is a required property",
    });
    expect(await session.call('get_note', { note_id: 9 }, CALL)).toMatchObject({
      kind: 'error',
      error: 'Error calling get_note. Status code: 404. Response: {"detail":"Note not found"}',
      httpStatus: 404,
    });
    await session.close('closed');
    expect(await session.exited).toEqual({ kind: 'closed' });
  });

  it('names the lines of the route in the code as its author wrote it', async () => {
    const { session, prepared } = await play();
    const { line = 0, endLine = 0 } = prepared.operations.get('list_notes') ?? {};
    const lines = prepared.code.split('\n');
    expect(lines[line - 1]).toContain('@app.get("/notes"');
    expect(lines[endLine - 1]).toContain('session.query(Note).order_by(Note.id)]');
    await session.close('closed');
  });

  it('keeps the initial database apart from what the app creates', async () => {
    const { session, prepared } = await play();
    const tables = (path: string): unknown[] => {
      using database = new DatabaseSync(path, { readOnly: true });
      return database.prepare("select name from sqlite_master where type = 'table' order by 1").all();
    };
    expect(tables(prepared.initialDb)).toEqual([{ name: 'notes' }]);
    expect(tables(prepared.templateDb)).toEqual([{ name: 'notes' }, { name: 'tags' }]);
    await session.close('closed');
  });

  it('keeps numbers as the client spelled them', async () => {
    const { session } = await play(
      notesApp(
        '\n@app.get("/echo/{value}", operation_id="echo")\ndef echo(value: str):\n    return {"value": value}\n',
      ),
    );
    const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('1.0');
    expect(await session.call('echo', { value: raw }, CALL)).toMatchObject({ kind: 'error' });
    await session.close('closed');
  });

  it('leaves the whole database in the main file under WAL', async () => {
    const played = await play(
      notesApp(
        '\n@event.listens_for(engine, "connect")\ndef wal(connection, _):\n    connection.execute("PRAGMA journal_mode=WAL")\n',
      ),
    );
    await played.session.call('add_note', { text: 'in the wal' }, CALL);
    const alone = join(played.open.workDir, 'copy.db');
    const { copyFile } = await import('node:fs/promises');
    await copyFile(played.open.dbPath, alone);
    using database = new DatabaseSync(alone, { readOnly: true });
    expect(database.prepare('select count(*) as n from notes').get()).toEqual({ n: 3 });
    await played.session.close('closed');
  });

  it('writes what the scenario prints, tracebacks and access lines to server.log', async () => {
    const played = await play(toolApp('print("hello from", __name__)\nraise ValueError("broken")'));
    expect(await played.session.call('run', {}, CALL)).toMatchObject({
      kind: 'error',
      error: 'Error calling run. Status code: 500. Response: Internal Server Error',
      httpStatus: 500,
    });
    await played.session.call('get_note', { note_id: 1 }, CALL);
    await played.session.close('closed');
    const text = await log(played);
    expect(text).toContain('hello from __main__');
    expect(text).toMatch(
      /ERROR: {4}Exception in ASGI application\nTraceback[^]*File "server.py", line \d+, in run/,
    );
    expect(text).toContain('ValueError: broken');
    expect(text).toContain('"POST /run HTTP/1.1" 500 Internal Server Error');
    expect(text).toContain('"GET /notes/1 HTTP/1.1" 200 OK');
  });

  it('runs start-up handlers once, not after waking', async () => {
    const source = notesApp(
      '\n@app.on_event("startup")\ndef start():\n    session = SessionLocal()\n    session.add(Note(text="started"))\n    session.commit()\n    session.close()\n',
    );
    const played = await play(source);
    await played.session.close('hibernated');
    const again = await reopen(played);
    const notes = await again.call('list_notes', {}, CALL);
    expect(notes.kind === 'ok' && notes.text.match(/started/g)?.length).toBe(1);
    await again.close('closed');
  });
});

describe('a scenario that misbehaves harms only its own session', () => {
  it.each([
    ['os._exit', 'os._exit(3)', { kind: 'crashed', exitCode: 3 }],
    ['sys.exit', 'sys.exit(4)', { kind: 'crashed', exitCode: 4 }],
    ['a crash', 'import ctypes\nctypes.string_at(0)', { kind: 'crashed', signal: 'SIGSEGV' }],
  ])('%s: the call is answered as exited, the next one works', async (_, body, exit) => {
    const played = await play(toolApp(body));
    const other = await openTestSession(testHost, played.prepared);
    expect(await played.session.call('run', {}, CALL)).toMatchObject({ kind: 'exited', exit });
    expect(await played.session.exited).toMatchObject(exit);
    const again = await reopen(played);
    expect(await again.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    expect(await other.session.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await again.close('closed');
    await other.session.close('closed');
  });

  it.each([
    ['recursion without end', 'def f(n):\n    return f(n + 1)\nreturn f(0)'],
    ['a fork', 'return os.fork()'],
    ['another program', 'os.execv("/bin/true", ["true"])'],
    ['a socket', 'import socket\nsocket.socket()'],
    ['a file elsewhere', 'return open("/etc/passwd").read()'],
    ['memory without end', 'blocks = []\nwhile True:\n    blocks.append(bytearray(64 << 20))'],
    ['a log without end', 'line = "x" * (1 << 20) + "\\n"\nwhile True:\n    sys.stderr.write(line)'],
  ])('%s: an error, and the session goes on', async (_, body) => {
    const played = await play(toolApp(body));
    expect(await played.session.call('run', {}, { deadlineMs: 60_000 })).toMatchObject({
      kind: 'error',
      httpStatus: 500,
    });
    expect(await played.session.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await played.session.close('closed');
  });

  it('threads that never end do not keep the process', async () => {
    const played = await play(
      toolApp('def spin():\n    while True:\n        pass\nthreading.Thread(target=spin).start()\nreturn 1'),
    );
    expect(await played.session.call('run', {}, CALL)).toMatchObject({ kind: 'ok' });
    const { pid } = played.session;
    await played.session.close('closed');
    expect(existsSync(`/proc/${String(pid)}`)).toBe(false);
  });

  it('a call that spins in a transaction is killed at its deadline, and the database is as before it', async () => {
    const played = await play(
      toolApp(
        [
          'session = SessionLocal()',
          'session.connection().exec_driver_sql("PRAGMA cache_size=1")',
          'for i in range(2000):',
          '    session.add(Note(text="lost" * 50))',
          'session.flush()',
          'while True:',
          '    pass',
        ].join('\n'),
      ),
    );
    expect(await played.session.call('run', {}, { deadlineMs: 5_000 })).toEqual({
      kind: 'timeout',
      afterMs: 5_000,
    });
    expect(await played.session.exited).toEqual({ kind: 'timeout', afterMs: 5_000 });
    expect(existsSync(`${played.open.dbPath}-journal`)).toBe(true);
    const again = await reopen(played);
    expect(existsSync(`${played.open.dbPath}-journal`)).toBe(false);
    const notes = await again.call('list_notes', {}, CALL);
    expect(notes.kind === 'ok' && notes.text).not.toContain('lost');
    await again.close('closed');
  });

  it('an aborted call ends the process', async () => {
    const played = await play(toolApp('print("running", flush=True)\nwhile True:\n    pass'));
    const abort = new AbortController();
    const call = played.session.call('run', {}, { deadlineMs: 60_000, signal: abort.signal });
    await expect.poll(() => log(played)).toContain('running');
    abort.abort();
    expect(await call).toEqual({ kind: 'cancelled' });
    expect(await played.session.exited).toEqual({ kind: 'cancelled' });
  });

  it('an answer over 100 MiB is too large, one of 50 MiB is not', async () => {
    const played = await play(
      notesApp(
        '\n@app.get("/big", operation_id="big")\ndef big(mib: int):\n    return {"text": "x" * (mib << 20)}\n',
      ),
    );
    const large = await played.session.call('big', { mib: 50 }, { deadlineMs: 60_000 });
    expect(large.kind === 'ok' && large.text.length).toBeGreaterThan(50 << 20);
    expect(await played.session.call('big', { mib: 101 }, { deadlineMs: 60_000 })).toMatchObject({
      kind: 'too_large',
    });
    expect(await played.session.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await played.session.close('closed');
  });

  it('nonsense on the connection ends the session as a protocol error', async () => {
    const played = await play(
      toolApp(
        'for fd in range(3, 40):\n    try:\n        os.write(fd, b"\\xff" * 64)\n    except OSError:\n        pass\nreturn 1',
      ),
    );
    expect(await played.session.call('run', {}, CALL)).toMatchObject({
      kind: 'exited',
      exit: { kind: 'protocol' },
    });
    const again = await reopen(played);
    expect(await again.call('list_notes', {}, CALL)).toMatchObject({ kind: 'ok' });
    await again.close('closed');
  });
});
