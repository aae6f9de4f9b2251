/**
 * What the run table costs over 100,000 runs (one training job): milliseconds per question, as the server is asked, and how
 * long the event loop stood still meanwhile.
 * Run: node bench/runs.ts [runs]
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createStore } from '../server/store/index.ts';
import { tempDir } from '../server/store/testing.ts';
import { insertRuns } from './lib/bulk-runs.ts';

const RUNS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 30;

using dir = tempDir('bench-runs-');
const homeDir = join(dir.path, 'home');
await (await createStore({ homeDir }))[Symbol.asyncDispose]();
const inserted = performance.now();
insertRuns(homeDir, { runs: RUNS, withWords: Math.min(RUNS, 20_000) });
console.log(`${RUNS} runs inserted in ${seconds(inserted)} s`);

await using store = await createStore({ homeDir });
const { runs } = store;
const before = process.memoryUsage().rss;
const opened = performance.now();
await runs.page('', 0, 100);
console.log(`first page, all runs read: ${seconds(opened)} s`);

const loop = monitorEventLoopDelay({ resolution: 1 });
const rows: Record<string, unknown>[] = [];
const live = new Database(join(homeDir, 'catalog.db'));
const touch = live.prepare('UPDATE episodes SET steps = steps + 1 WHERE n = ?');

while ((await runs.page('', 0, 1)).unsearched !== undefined) await setTimeout(200);
console.log(`words of all runs read: ${seconds(opened)} s after the first question`);
console.log(`memory of the table: ${((process.memoryUsage().rss - before) / 2 ** 20).toFixed(0)} MiB`);

const other = (i: number) => `experiment:grpo-${String(i % 4)} reward<${String(0.5 + i / 1_000)}`;
await measure('page, no filter', (i) => runs.page('', i * 100, 100));
await measure('page, filter of two fields (other each time)', (i) => runs.page(other(i), 0, 100));
await measure('page, six fields', (i) =>
  runs.page(
    `experiment:grpo-1 train_step:${String(i)}..400 actor:agent verdict:others error:404 wrote:order*`,
    0,
    100,
  ),
);
await measure('page, sorted (other each time)', (i) =>
  runs.page(
    `sort:${['reward', 'steps', 'train_step', 'scenario', 'time'][i % 5] ?? ''} steps>${String(i % 20)}`,
    0,
    100,
  ),
);
await measure('page at the end of 100,000', () => runs.page('', RUNS - 100, 100));
await measure('facets, no filter', () => runs.facets(''));
await measure('facets, two fields (other each time)', (i) => runs.facets(other(i)));
await measure('curves, no filter', () => runs.curves(''));
await measure('count (other each time)', (i) => runs.counts([other(i + 500)]));
await measure('full text, a common word', (i) => runs.page(`hillside steps>${String(i % 20)}`, 0, 100));
await measure('full text, a phrase', (i) => runs.page(`"station road and" steps>${String(i % 20)}`, 0, 100));
await measure('suspicious passes', (i) => runs.page(`pass suspicious steps>=${String(i % 20)}`, 0, 100));
await measure('select all that match', () => runs.select({ q: 'experiment:grpo-1' }));
await measure('select all runs', () => runs.select({ q: '' }));
const all = await runs.select({ q: '' });
await measure('resolve 100,000 ids (event loop)', () => Promise.resolve(runs.resolve({ selection: all.id })));
await measure('page after one live run moved', (i) => {
  touch.run(RUNS - i);
  return runs.page('', 0, 100);
});
await measure('page, sorted, after 100 live runs moved', (i) => {
  live.transaction(() => {
    for (let k = 0; k < 100; k++) touch.run(RUNS - i * 100 - k);
  })();
  return runs.page('sort:steps', 0, 100);
});
live.close();
console.table(rows);

async function measure(what: string, ask: (i: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  loop.reset();
  loop.enable();
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await ask(i);
    times.push(performance.now() - start);
  }
  loop.disable();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(1);
  rows.push({
    question: what,
    'median, ms': at(0.5),
    'p95, ms': at(0.95),
    'loop stood still at most, ms': (loop.max / 1e6).toFixed(1),
  });
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
