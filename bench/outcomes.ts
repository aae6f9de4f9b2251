/**
 * What the outcomes of a task cost with 100,000 runs of it: how long an answer takes, and how long the event loop stands still
 * while further runs are put in their place.
 * Run: node bench/outcomes.ts [runs] [--ends N] [--home DIR], with what is in that folder from the second time on.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { createStore } from '../server/store/index.ts';
import { tempDir } from '../server/store/testing.ts';
import { insertOutcomes } from './lib/bulk-outcomes.ts';
import { insertRuns } from './lib/bulk-runs.ts';
import { fillOnce } from './lib/fill-once.ts';
import { summarise, table } from './lib/stats.ts';

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { ends: { type: 'string', default: '500' }, home: { type: 'string' } },
});
const RUNS = Number(positionals[0] ?? 100_000);
const ROUNDS = 20;
/** Runs that end while somebody looks. */
const ENDING = 500;
const TASK = { scenario: 'city_library', taskIdx: 0 };

using dir = tempDir('bench-outcomes-');
const homeDir = flags.home ?? join(dir.path, 'home');
await fillOnce(homeDir, () => {
  insertRuns(homeDir, { runs: RUNS, withWords: 0 });
  insertOutcomes(homeDir, { ...TASK, ends: Number(flags.ends) });
});

await using store = await createStore({ homeDir });
const rows: string[][] = [];
const loop = monitorEventLoopDelay({ resolution: 1 });

await measure('outcomes, the first answer', 1, () => store.outcomes.outcomes({ ...TASK, passes: false }));
await measure('outcomes', ROUNDS, () => store.outcomes.outcomes({ ...TASK, passes: false }));
await measure('outcomes, passes only', ROUNDS, () => store.outcomes.outcomes({ ...TASK, passes: true }));
const { items } = await store.outcomes.outcomes({ ...TASK, passes: false });
const known = items.flatMap(({ state }) => (state === null ? [] : [state]));
await measure('one outcome', ROUNDS, (i) =>
  store.outcomes.outcome({ ...TASK, state: known[i % known.length] ?? '' }),
);
const live = new Database(join(homeDir, 'catalog.db'));
await measure(`${String(ENDING)} runs put in their place`, 1, async () => {
  live
    .prepare(
      'INSERT OR IGNORE INTO outcome_pending SELECT n FROM episodes WHERE n % 2 = 1 ORDER BY n DESC LIMIT ?',
    )
    .run(ENDING);
  await store.settled();
});
live.close();
console.log(table(['question', 'median, ms', 'p95, ms', 'CPU: median, ms', 'loop at most, ms'], rows));

async function measure(what: string, rounds: number, ask: (i: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const cpu: number[] = [];
  loop.reset();
  loop.enable();
  for (let i = 0; i < rounds; i++) {
    const started = performance.now();
    const before = process.cpuUsage();
    await ask(i);
    const { user, system } = process.cpuUsage(before);
    times.push(performance.now() - started);
    cpu.push((user + system) / 1_000);
  }
  loop.disable();
  const [taken, computed] = [summarise(times), summarise(cpu)];
  const told = [taken?.median, taken?.p95, computed?.median, loop.max / 1e6];
  rows.push([what, ...told.map((ms) => ms?.toFixed(1) ?? '')]);
}
