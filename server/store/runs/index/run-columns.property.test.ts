import { expect, it } from 'vitest';
import { SUSPICIONS } from '../../../../lib/contracts/runs.ts';
import type { RunRow } from '../../../../lib/contracts/runs.ts';
import { applyFilter, countFacets, sortOf } from '../../../../lib/domain/filter-query/index.ts';
import {
  createRunFilter,
  parseRunFilter,
  RUN_FACETS,
  RUN_SORTS,
} from '../../../../lib/domain/run-filter/index.ts';
import { Chance } from '../../states/testing/random-database.ts';
import { agreement } from '../run-rows.ts';
import { curvesOf } from './curves.ts';
import { facetsOf } from './facets.ts';
import { matchRuns } from './matches.ts';
import { Orders } from './order.ts';
import { RunColumns } from './run-columns.ts';
import { sampleOf } from './sample.ts';

const LIST = createRunFilter();
const NOW = Date.now();

/** 1 run in 3 lacks what may be missing. */
function randomRun(chance: Chance): RunRow {
  const orNull = <T>(pick: () => T): T | null => (chance.below(3) === 0 ? null : pick());
  const one = <T>(...values: readonly [T, ...T[]]): T => values[chance.below(values.length)] ?? values[0];
  const some = <T>(...values: readonly T[]): T[] => values.filter(() => chance.below(3) === 0);
  const verdict = () => orNull(() => one('complete', 'others', 'incomplete', 'server_error'));
  const label = orNull(() => one<NonNullable<RunRow['label']>>('complete', 'agent_error', 'mixed'));
  const startedAtMs = NOW - chance.below(20) * 3_600_000 - 1_000;
  const endReason = orNull(() => one<NonNullable<RunRow['endReason']>>('done', 'idle', 'crashed'));
  const said = verdict();
  return {
    id: '',
    scenario: one('shop_1', 'Shop_2', 'bank_1'),
    pack: one('starter', 'awm'),
    taskIdx: orNull(() => chance.below(3)),
    task: orNull(() => one('Order a lamp', 'Pay the “bill”', 'constructor')),
    actor: one<RunRow['actor']>('human', 'agent', 'unnamed client'),
    transport: 'openenv',
    origin: one<RunRow['origin']>('played', 'fork', 'what_if', 'imported', 'pulled'),
    experiment: orNull(() => one('a', 'A', 'b c', 'd,e', '__proto__', 'none', 'f"g')),
    policy: orNull(() => one('p1', 'p2')),
    checkpoint: orNull(() => 'c1'),
    trainStep: orNull(() => chance.below(700)),
    group: orNull(() => one('g7', 'g70')),
    sample: orNull(() => chance.below(3)),
    tags: some('x', 'y', 'none'),
    startedAtMs,
    endedAtMs: endReason === null ? null : startedAtMs + chance.below(9),
    endReason,
    steps: chance.below(9),
    calls: chance.below(9),
    errors: chance.below(2),
    statuses: some(404, 422, 500),
    errorTypes: some('tool_not_found', 'server_error'),
    verifies: chance.below(2),
    reward: orNull(() => one(1, 0.1, 0, -1, 0.5)),
    verdict: said,
    code: verdict(),
    sql: verdict(),
    regraded: verdict(),
    label,
    labels: label === null ? 0 : 1,
    agrees: agreement(label, said),
    wrote: orNull(() => chance.below(3)),
    tables: some('orders', 'items', 'unknown'),
    collateral: orNull(() => chance.below(2)),
    omitted: orNull(() => chance.below(2)),
    unread: orNull(() => chance.below(2)),
    suspicions: some(...SUSPICIONS),
    endState: orNull(() => one('ab12', 'ab34', 'cd56')),
    answer: null,
    pinned: chance.below(2) === 0,
    notes: chance.below(2),
  };
}

function idOf(n: number): string {
  return (n * 7919).toString(16).padStart(4, '0').padEnd(32, 'a');
}

function randomRuns(chance: Chance): RunRow[] {
  return Array.from({ length: chance.below(60) }, (_, n) => ({ ...randomRun(chance), id: idOf(n) }));
}

const TERMS = [
  'pass',
  'fail',
  'live',
  'pinned',
  'suspicious',
  'agree',
  'disagree',
  'unlabelled',
  'lamp',
  '"pay the"',

  'experiment:a',
  'experiment:"b c"',
  'experiment:"d,e",a',
  'experiment:f*',
  'experiment:none',
  'experiment:__proto__',

  'experiment:fg',
  'policy:p1',
  'checkpoint:none',
  'group:g7',
  'group:g7*',
  'tag:x,y',
  'tag:none',
  'scenario:shop*',

  'actor:agent,human',
  'actor:unnamed',
  'origin:what_if',
  'origin:played,fork',
  'pack:awm',
  'task:2',
  'task:shop_1/0',

  'reward:1',
  'reward<0.5',
  'reward:partial',
  'reward:0..1',
  'reward:none,negative',
  'verdict:others',
  'sql:none',

  'wrote:orders',
  'wrote:0',
  'wrote>1',
  'wrote:unknown',
  'collateral>0',
  'collateral:unknown',
  'omitted:0',
  'unread>=1',

  'suspicion:any',
  'suspicion:none',
  'suspicion:unread',
  'error:404',
  'error:tool*',
  'errors>0',
  'steps:2..5',
  'verifies:1',

  'end:done',
  'end:live',
  'since:5h',
  'state:ab',
  'state:ab12',
  'id:0',
  'bogus:1',
  'notes>0',
  'calls<3',
  'label:mixed',
];

function randomQuery(chance: Chance): string {
  const terms = Array.from({ length: chance.below(5) }, () => {
    const term = TERMS[chance.below(TERMS.length)] ?? '';
    return chance.below(3) === 0 ? `-${term}` : term;
  });
  return terms.join(' ');
}

function randomSort(chance: Chance): string {
  if (chance.below(4) === 0) return '';
  const { name } = RUN_SORTS[chance.below(RUN_SORTS.length)] ?? { name: 'when' };
  return ` sort:${chance.below(2) === 0 ? '-' : ''}${name}`;
}

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => new Chance(seed + 1));

const inTask = (rows: readonly RunRow[]) => (text: string) => (slot: number) =>
  (rows[slot]?.task ?? '').toLowerCase().includes(text);

function columnsOf(rows: readonly RunRow[]): RunColumns {
  const columns = new RunColumns();
  rows.forEach((row, n) => columns.put(n, row));
  return columns;
}

/** Newest first, as the table's own order. */
function newest(rows: readonly RunRow[]): RunRow[] {
  return rows
    .map((row, n) => ({ row, n }))
    .sort((a, b) => b.row.startedAtMs - a.row.startedAtMs || b.n - a.n)
    .map(({ row }) => row);
}

it('finds, sorts and counts as the filter does row by row', () => {
  let hits = 0;
  for (const chance of seeds(600)) {
    const rows = randomRuns(chance);
    const q = randomQuery(chance) + randomSort(chance);
    const columns = columnsOf(rows);
    const tokens = parseRunFilter(q);
    const matches = matchRuns(columns, tokens, inTask(rows));
    const asked = sortOf(tokens);
    const found = [...new Orders(columns).of(asked?.by ?? null, asked?.reversed ?? false)]
      .filter((slot) => matches.states[slot] === 0)
      .map((slot) => columns.ids[slot]);
    const naive = applyFilter(newest(rows), tokens, LIST).map(({ id }) => id);
    expect(found, q).toEqual(naive);
    expect(matches.matched).toBe(naive.length);
    hits += naive.length;
    const counted = countFacets(rows, tokens, LIST, RUN_FACETS);
    for (const { field, values, more } of facetsOf(columns, matches)) {
      expect(more).toBe(0);
      const counts = new Map(values.map(({ value, count }) => [value, count]));
      expect(counts, `${q}: ${field}`).toEqual(counted.get(field));
    }
  }
  // The filters are worth something: they leave some and take some.
  expect(hits).toBeGreaterThan(2_000);
});

it('a change, a run that goes and one that comes leave what a new table would hold', () => {
  for (const chance of seeds(200)) {
    const rows = randomRuns(chance);
    const columns = columnsOf(rows);
    const orders = new Orders(columns);
    const now = new Map<number, RunRow>(rows.map((row, n) => [n, row]));
    for (let i = chance.below(40); i > 0; i--) {
      orders.of('reward', false);
      const n = chance.below(80);
      if (chance.below(3) === 0) {
        columns.remove(n);
        now.delete(n);
      } else {
        const next = { ...randomRun(chance), id: idOf(n) };
        columns.put(n, next);
        now.set(n, next);
      }
    }
    const bySlot = columns.ns.map((n) => now.get(n)).filter((row) => row !== undefined);
    expect(bySlot).toHaveLength(now.size);
    const tokens = parseRunFilter(`${randomQuery(chance)} sort:reward`);
    const matches = matchRuns(columns, tokens, inTask(bySlot));
    const found = [...orders.of('reward', false)]
      .filter((slot) => matches.states[slot] === 0)
      .map((slot) => columns.ids[slot]);
    const inOrder = [...now]
      .sort(([a, x], [b, y]) => y.startedAtMs - x.startedAtMs || b - a)
      .map(([, row]) => row);
    expect(found).toEqual(applyFilter(inOrder, tokens, LIST).map(({ id }) => id));
    for (const [slot, id] of columns.ids.entries()) expect(columns.slotOf(id)).toBe(slot);
  }
});

it('curves hold every run with a train_step once', () => {
  for (const chance of seeds(100)) {
    const rows = randomRuns(chance);
    const columns = columnsOf(rows);
    const curves = curvesOf(columns, matchRuns(columns, parseRunFilter(''), inTask(rows)));
    const shown = rows.filter(({ origin, trainStep }) => origin !== 'what_if' && trainStep !== null);
    const points = curves.flatMap((curve) => curve.points);
    expect(points.reduce((sum, { runs }) => sum + runs, 0)).toBe(shown.length);
    const passed = shown.filter(({ verdict }) => verdict === 'complete').length;
    expect(points.reduce((sum, point) => sum + point.passed, 0)).toBe(passed);
  }
});

it('thousands of train steps become at most 500 points, in order', () => {
  const base = randomRun(new Chance(1));
  const rows = Array.from({ length: 3_000 }, (_, i) => ({
    ...base,
    id: idOf(i),
    origin: 'played' as const,
    trainStep: i * 3,
  }));
  const columns = columnsOf(rows);
  const [curve] = curvesOf(columns, matchRuns(columns, parseRunFilter(''), inTask(rows)));
  const points = curve?.points ?? [];
  expect(points.length).toBeLessThanOrEqual(500);
  expect(points.reduce((sum, { runs }) => sum + runs, 0)).toBe(3_000);
  for (const [i, { from, to }] of points.entries()) {
    expect(from).toBeLessThanOrEqual(to);
    expect(from).toBeGreaterThan(points[i - 1]?.to ?? -1);
  }
});

it('a sample has k of each group, the same for the same seed', () => {
  for (const chance of seeds(100)) {
    const rows = randomRuns(chance);
    const by = chance.below(2) === 0 ? ('task' as const) : ('end_state' as const);
    const request = { by, count: 1 + chance.below(3), seed: chance.below(1_000) - 500 };
    const columns = columnsOf(rows);
    const sample = sampleOf(columns, [...rows.keys()], request);
    expect(sampleOf(columns, [...rows.keys()], request)).toEqual(sample);
    const key = (row: RunRow | undefined) =>
      JSON.stringify(
        row === undefined ? null : [row.scenario, row.taskIdx, ...(by === 'task' ? [] : [row.endState])],
      );
    const taken = Map.groupBy(sample, (slot) => key(rows[slot]));
    for (const [name, group] of Map.groupBy(rows, key))
      expect(taken.get(name)).toHaveLength(Math.min(request.count, group.length));
  }
});
