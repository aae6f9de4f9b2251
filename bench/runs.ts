/**
 * What the run table costs over 100,000 runs (one training job): milliseconds per question, as the server is asked, and how
 * long the event loop stood still meanwhile.
 * CPU is of the whole process, so that a busy machine does not change it much.
 * Run: node bench/runs.ts [runs] [--home DIR], with runs of that folder from the second time on.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { createStore } from '../server/store/index.ts';
import { tempDir } from '../server/store/testing.ts';
import { insertRuns } from './lib/bulk-runs.ts';
import { fillOnce } from './lib/fill-once.ts';
import { summarise } from './lib/stats.ts';

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { home: { type: 'string' } },
});
const RUNS = Number(positionals[0] ?? 100_000);
const ROUNDS = 30;

using dir = tempDir('bench-runs-');
const homeDir = flags.home ?? join(dir.path, 'home');
await fillOnce(homeDir, () => {
  const inserted = performance.now();
  insertRuns(homeDir, { runs: RUNS, withWords: Math.min(RUNS, 20_000) });
  console.log(`${RUNS} runs inserted in ${seconds(inserted)} s`);
});

await using store = await createStore({ homeDir });
const { runs } = store;
const before = process.memoryUsage().rss;
const opened = performance.now();
const cpuBefore = process.cpuUsage();
await runs.page('', 0, 100);
console.log(
  `first page, all runs read: ${seconds(opened)} s, CPU ${(cpuMs(cpuBefore) / 1_000).toFixed(1)} s`,
);

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
  const cpu: number[] = [];
  loop.reset();
  loop.enable();
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    const computed = process.cpuUsage();
    await ask(i);
    times.push(performance.now() - start);
    cpu.push(cpuMs(computed));
  }
  loop.disable();
  const [taken, computed] = [summarise(times), summarise(cpu)];
  rows.push({
    question: what,
    'median, ms': taken?.median.toFixed(1),
    'p95, ms': taken?.p95.toFixed(1),
    'CPU: median, ms': computed?.median.toFixed(1),
    'CPU: p95, ms': computed?.p95.toFixed(1),
    'loop stood still at most, ms': (loop.max / 1e6).toFixed(1),
  });
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
