import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { importFrom } from '../server/engine/index.ts';
import { createStore } from '../server/store/index.ts';
import { makeSeed } from '../server/store/testing.ts';

/**
 * Measures taking in session folders: `node bench/import.ts [how many]`. Each has a database of 400 KB, a run of 12 calls
 * that changes rows, server.py and server.log; then each run is read as a page reads it.
 */

const COUNT = Number(process.argv[2] ?? 1000);
const CALLS = 12;

function makeFolders(root: string): void {
  const seed = join(root, 'seed.db');
  makeSeed(seed, 400);
  for (let i = 0; i < COUNT; i += 1) {
    const dir = join(root, 'runs', `run-${String(i)}`);
    mkdirSync(dir, { recursive: true });
    copyFileSync(seed, join(dir, 'shop_initial.db'));
    copyFileSync(seed, join(dir, 'shop.db'));
    const db = new Database(join(dir, 'shop.db'));
    db.exec(
      `UPDATE orders SET status = 'paid ${String(i)}', updated_at = '2025-03-01 10:00:0${String(i % 10)}' WHERE id = ${String((i % 10) + 1)}`,
    );
    db.close();
    const entries = Array.from({ length: CALLS }, (_, call) => ({
      action: 'call_tool',
      tool_name: 'pay_order',
      arguments: { order: i, call },
      success: true,
      result: JSON.stringify({ ok: true, note: 'x'.repeat(1_500), call }),
      error: null,
    }));
    const verify = {
      action: 'verify',
      arguments: { verifier_mode: 'code' },
      success: true,
      reward_type: 'complete',
      reward: 1.0,
      verify_result: { result: 'complete' },
    };
    writeFileSync(
      join(dir, 'trajectory.json'),
      JSON.stringify({
        scenario: 'shop',
        task: 'Pay',
        task_idx: i % 10,
        steps: CALLS + 2,
        trajectory: [...entries, verify],
      }),
    );
    writeFileSync(join(dir, 'server.py'), `# ${String(i)}\n${'print("hello")\n'.repeat(6_000)}`);
    writeFileSync(join(dir, 'server.log'), 'INFO: POST /mcp 200 OK\n'.repeat(400));
  }
  rmSync(seed);
}

function percentile(times: number[], share: number): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

const root = mkdtempSync(join(tmpdir(), 'bench-import-'));
try {
  makeFolders(root);
  await using store = await createStore({ homeDir: join(root, 'home') });
  const runs: string[] = [];
  let lag = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    lag = Math.max(lag, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  const started = performance.now();
  await importFrom(
    {
      store,
      dataset: { find: () => undefined, source: () => Promise.reject(new Error('none')) },
      defaults: {},
      reconstruct: true,
    },
    [join(root, 'runs')],
    {
      signal: new AbortController().signal,
      now: () => undefined,
      total: () => undefined,
      line: ({ run }) => {
        if (run !== undefined) runs.push(run);
      },
    },
  );
  const imported = performance.now() - started;
  await store.settled();
  const settled = performance.now() - started;
  clearInterval(pulse);
  const opened: number[] = [];
  for (const id of runs) {
    const at = performance.now();
    store.episode(id);
    store.steps(id);
    store.recordedStates(id);
    await store.states.changes(id, { from: 0, to: CALLS + 1, offset: 0, limit: 100 });
    opened.push(performance.now() - at);
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  process.stdout.write(
    `${String(runs.length)} runs imported in ${(imported / 1000).toFixed(1)} s, normalised after ${(settled / 1000).toFixed(1)} s; ` +
      `longest turn of the event loop ${ms(lag)}\nopening one: median ${ms(percentile(opened, 0.5))}, p95 ${ms(percentile(opened, 0.95))}\n`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
