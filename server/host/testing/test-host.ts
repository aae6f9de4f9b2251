import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createHost, type HostOptions } from '../create-host.ts';
import type { Host, OpenSession, PreparedScenario, SessionProcess } from '../types.ts';

const PYTHON = resolve(import.meta.dirname, '../../../.venv/bin/python');

export interface TestHost extends AsyncDisposable {
  readonly host: Host;
  readonly home: string;
}

/** A host with folders of its own; `home` of an earlier one starts with what that one learned. */
export async function createTestHost(
  options: Partial<HostOptions> & { home?: string } = {},
): Promise<TestHost> {
  const { home: given, ...rest } = options;
  const home = given ?? (await mkdtemp(join(tmpdir(), 'awm-host-')));
  const host = await createHost({
    python: PYTHON,
    cacheDir: join(home, 'cache'),
    sessionsDir: join(home, 'sessions'),
    ...rest,
  });
  return {
    host,
    home,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      if (given === undefined) await rm(home, { recursive: true, force: true });
    },
  };
}

export interface OpenedSession {
  readonly session: SessionProcess;
  readonly open: OpenSession;
}

let sessions = 0;

/** What the engine does at a reset: a folder, a copy of the template, a process. */
export async function openTestSession(
  testHost: TestHost,
  prepared: PreparedScenario,
  more: Partial<OpenSession> = {},
): Promise<OpenedSession> {
  const sessionId = `test-${String(++sessions)}`;
  const workDir = join(prepared.sessionsDir, sessionId);
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const dbPath = join(workDir, `${prepared.key}.db`);
  await copyFile(prepared.templateDb, dbPath);
  const open: OpenSession = { sessionId, workDir, dbPath, callsBefore: 0, resumed: false, ...more };
  return { session: await testHost.host.open(prepared, open), open };
}
