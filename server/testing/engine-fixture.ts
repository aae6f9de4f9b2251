import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../config.ts';
import { createDataset, type Dataset } from '../dataset/index.ts';
import { createEngine, sessionsRoot, type Engine, type EngineOptions } from '../engine/index.ts';
import { createHost, type Host } from '../host/index.ts';
import { createLog } from '../log.ts';
import { createStore } from '../store/index.ts';
import type { Store } from '../store/types.ts';
import { createVerify } from '../verify/index.ts';

export interface EngineFixture extends AsyncDisposable {
  readonly engine: Engine;
  readonly store: Store;
  readonly host: Host;
  readonly dataset: Dataset;
  readonly homeDir: string;
}

/** A real engine over the given packs: real SQLite, real Python, a home of its own that is removed with it. */
export async function createEngineFixture(
  packDirs: readonly string[],
  overrides: Partial<EngineOptions> = {},
): Promise<EngineFixture> {
  await using opened = new AsyncDisposableStack();
  const homeDir = await mkdtemp(join(tmpdir(), 'awm-home-'));
  opened.defer(() => rm(homeDir, { recursive: true, force: true }));
  const cacheDir = join(homeDir, 'cache');
  const packs = packDirs.map((path) => ({ path, trusted: false }));
  const dataset = opened.use(await createDataset({ packs, cacheDir, watch: false }));
  const store = opened.use(await createStore({ homeDir }));
  const python = join(PROJECT_DIR, '.venv', 'bin', 'python');
  const host = opened.use(await createHost({ python, cacheDir, sessionsDir: sessionsRoot(homeDir) }));
  const engine = opened.use(
    await createEngine({
      dataset,
      store,
      host,
      verify: createVerify((run, signal) => host.verify(run, signal)),
      log: createLog('silent'),
      judge: { baseUrl: '', apiKey: '', model: '' },
      readyTimeoutMs: 55_000,
      verifierTimeoutMs: 20_000,
      toolTimeoutMs: 20_000,
      recordingPolicy: 'full',
      homeDir,
      maxSessions: 100,
      maxIdleMs: 600_000,
      allowedIdleSessions: 3000,
      cleanupIntervalMs: 5000,
      hibernateAfterMs: 60_000,
      takeUp: { maxIdleMs: 86_400_000, maxSessions: 100 },
      ...overrides,
    }),
  );
  const owned = opened.move();
  return { engine, store, host, dataset, homeDir, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
