/**
 * What the run table costs where many runs are hidden from whoever asks, who has them to label: each question is asked in turns by
 * somebody from whom nothing is hidden, an annotator and a researcher who is a member of the queue, and one who is not.
 * The ratio is to the first, of computed time, in the same run.
 * Run: node bench/runs-hidden.ts [runs] [--home DIR, as of bench/runs.ts] [--share 0.2]
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { queueSettingsSchema } from '../lib/contracts/annotation/queues.ts';
import { permissionsOf, type Principal, type Role } from '../lib/contracts/people.ts';
import { createBlindness } from '../server/annotate/index.ts';
import { seenRuns } from '../server/http/seen.ts';
import { createStore } from '../server/store/index.ts';
import { tempDir } from '../server/store/testing.ts';
import type { ManyRuns } from '../server/store/runs/types.ts';
import { insertRuns } from './lib/bulk-runs.ts';
import { fillOnce } from './lib/fill-once.ts';
import { summarise, table } from './lib/stats.ts';

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { home: { type: 'string' }, share: { type: 'string', default: '0.2' } },
});
const RUNS = Number(positionals[0] ?? 100_000);
const ROUNDS = 30;

using dir = tempDir('bench-runs-hidden-');
const homeDir = flags.home ?? join(dir.path, 'home');
await fillOnce(homeDir, () => insertRuns(homeDir, { runs: RUNS, withWords: Math.min(RUNS, 20_000) }));

await using store = await createStore({ homeDir });
const { runs, annotation } = store;
const blindness = createBlindness(store.hiddenRuns);
const by = { id: 'lead', name: 'Lead' };
const annotator = person('ann', ['viewer', 'annotator']);
const member = person('rea', ['researcher']);
const other = person('rob', ['researcher']);

const sample = Math.round(RUNS * Number(flags.share));
const step = Math.max(1, Math.floor(RUNS / sample));
const ids = await runs.matching({ q: '' });
const settings = queueSettingsSchema.parse({ overlap: 3, mergeIdentical: false });
for (const known of annotation.queues()) annotation.changeQueue(known.id, { state: 'closed' });
const queue = annotation.addQueue(
  {
    ...{ project: 'bench', name: 'Bench', kind: 'label', source: null, settings },
    ...{ everyone: true, onboarding: null, relabels: null },
  },
  by,
);
annotation.changeMembers(queue, [member], []);
const filling = performance.now();
await annotation.addItems(
  queue,
  ids
    .filter((_, i) => i % step === 0)
    .slice(0, sample)
    .map((run) => ({ run })),
  { merge: false, again: true, perTaskPerDay: null, dryRun: false, meansOf: () => null },
);
console.log(`${String(sample)} runs queued in ${((performance.now() - filling) / 1_000).toFixed(1)} s`);
while ((await runs.page('', 0, 1)).unsearched !== undefined) await setTimeout(200);
for (const who of [annotator, member, other]) {
  const began = performance.now();
  const hidden = blindness.of(who).runs.size;
  console.log(
    `${who.name}: ${String(hidden)} runs are hidden, first asked ${(performance.now() - began).toFixed(0)} ms`,
  );
}

/** As a request does: what is hidden is asked with each question. */
const ASKERS: readonly (readonly [name: string, runs: () => ManyRuns])[] = [
  ['nothing hidden', () => runs],
  ...[annotator, member, other].map((who) => [who.name, () => seenRuns(runs, blindness.of(who))] as const),
];
const rows: string[][] = [];

await measure('page, no filter', (seen, i) => seen.page('', i * 100, 100));
await measure('page, two fields', (seen, i) => seen.page(twoFields(i), 0, 100));
await measure('page, six fields', (seen, i) =>
  seen.page(
    `experiment:grpo-1 train_step:${String(i)}..400 actor:agent verdict:others error:404 wrote:order*`,
    0,
    100,
  ),
);
await measure('page, sorted', (seen, i) =>
  seen.page(`sort:${['reward', 'steps', 'scenario', 'time'][i % 4] ?? ''} train_step>=${String(i)}`, 0, 100),
);
await measure('page at the end', (seen) => seen.page('', RUNS - sample - 100, 100));
await measure('facets, no filter', (seen) => seen.facets(''));
await measure('facets, two fields', (seen, i) => seen.facets(twoFields(i + 200)));
await measure('curves, no filter', (seen) => seen.curves(''));
await measure('full text, a word', (seen, i) => seen.page(`hillside train_step>=${String(i)}`, 0, 100));
await measure('suspicious passes', (seen, i) =>
  seen.page(`pass suspicious train_step>=${String(i)}`, 0, 100),
);
await measure('select all runs', (seen) => seen.select({ q: '' }));
await measure('resolve a selection of all', async (seen) =>
  seen.resolve({ selection: (await seen.select({ q: '' })).id }),
);
let shown = 0;
await measure(
  'page after one more was revealed',
  (seen, i) => seen.page(`train_step>=${String(i)}`, 0, 100),
  (who) => {
    const whose = [annotator, member].find(({ name }) => name === who);
    if (whose !== undefined) shown += revealOne(whose);
  },
);
console.log(table(['question', 'who', 'median', 'p95', 'computed', 'its p95', 'ratio'], rows));
console.log(`${String(shown)} runs were revealed meanwhile; in ms`);

/** Other bounds each time: nothing is answered from what was kept. */
function twoFields(i: number): string {
  return `experiment:grpo-${String(i % 4)} reward<${String(0.5 + i / 1_000)}`;
}

function revealOne({ id, name }: Principal): number {
  const picked = annotation.next(queue, { id, name }, { schema: 1, guidelines: 1 }, null);
  if (picked.kind !== 'assignment') return 0;
  annotation.reveal(picked.assignment.id, id);
  annotation.release(picked.assignment.id);
  return 1;
}

function person(name: string, roles: readonly Role[]): Principal {
  return { id: `local:${name}`, name, roles, permissions: permissionsOf(roles), via: 'local' };
}

async function measure(
  question: string,
  ask: (runs: ManyRuns, i: number) => Promise<unknown>,
  prepare: (who: string) => void = () => undefined,
): Promise<void> {
  const times = ASKERS.map((): { taken: number; computed: number }[] => []);
  for (let i = 0; i < ROUNDS; i++)
    for (const [at, [name, seen]] of ASKERS.entries()) {
      prepare(name);
      const before = process.cpuUsage();
      const start = performance.now();
      // Far enough from what the others asked that no answer is kept.
      await ask(seen(), i + 40 * at);
      const taken = performance.now() - start;
      const { user, system } = process.cpuUsage(before);
      times[at]?.push({ taken, computed: (user + system) / 1_000 });
    }
  const summaries = times.map((of) => ({
    taken: summarise(of.map(({ taken }) => taken)),
    computed: summarise(of.map(({ computed }) => computed)),
  }));
  const first = summaries[0]?.computed?.median ?? NaN;
  for (const [at, { taken, computed }] of summaries.entries())
    rows.push([
      at === 0 ? question : '',
      ASKERS[at]?.[0] ?? '',
      ...[taken?.median, taken?.p95, computed?.median, computed?.p95].map((ms) => (ms ?? NaN).toFixed(1)),
      ((computed?.median ?? NaN) / first).toFixed(2),
    ]);
}
