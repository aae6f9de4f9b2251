import { describe, expect, it } from 'vitest';
import type { TaskStats } from '../../../lib/contracts/evidence.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import { applyFilter, parseFilter, problemsOf } from '../../../lib/domain/filter-query/index.ts';
import { makeEntries, percent } from './entries.ts';
import { nearNames } from './near-names.ts';
import { parametersOf } from './parameters.ts';
import { scenarioList } from './scenario-fields.ts';
import { taskList } from './task-fields.ts';

function scenario(key: string, more: Partial<Scenario> = {}): Scenario {
  return {
    key,
    name: key,
    description: '',
    pack: 'toys',
    trusted: true,
    tasks: ['Buy milk', 'Sell bread'],
    verifiers: [
      { code: true, sql: false },
      { code: true, sql: true },
    ],
    category: null,
    tableCount: 4,
    toolCount: null,
    findings: null,
    ...more,
  };
}

function ran(taskIdx: number, more: Partial<TaskStats> = {}): TaskStats {
  return {
    scenario: 'shop',
    taskIdx,
    humanRuns: 0,
    humanPasses: 0,
    agentRuns: 4,
    agentPasses: 3,
    otherRuns: 0,
    best: 'complete',
    lastRunMs: 1000,
    ...more,
  };
}

const SHOP = scenario('shop', {
  toolCount: 31,
  category: 'retail',
  findings: {
    checkedAtMs: 1,
    items: [
      { code: 'trivial_verifier', message: 'm', details: { task_idx: 1 } },
      { code: 'shadowed_route', message: 'm' },
      { code: 'shadowed_route', message: 'n' },
    ],
  },
});
const CLEAN_ONE = scenario('clean', { toolCount: 9, findings: { checkedAtMs: 1, items: [] } });
const BROKEN = scenario('broken', {
  toolCount: 0,
  findings: { checkedAtMs: 1, items: [{ code: 'import_failed', message: 'm' }] },
});
const ENTRIES = makeEntries(
  [SHOP, CLEAN_ONE, BROKEN, scenario('new')],
  [ran(0), ran(1, { humanRuns: 3, humanPasses: 1, lastRunMs: 5000 })],
);

describe('entries', () => {
  it('sum runs, name the last one, and count findings by kind', () => {
    const [shop, clean] = ENTRIES;
    expect(shop).toMatchObject({
      human: { runs: 3, passes: 1 },
      agent: { runs: 8, passes: 6 },
      played: 2,
      lastRunMs: 5000,
      found: [
        { slug: 'trivial-pass', count: 1 },
        { slug: 'shadowed', count: 2 },
      ],
    });
    expect(clean).toMatchObject({ health: ['clean'], lastRunMs: null });
    expect(percent({ runs: 0, passes: 0 })).toBeNull();
    expect(percent({ runs: 3, passes: 1 })).toBe(33);
  });

  it('say of each task whether a finding is about it', () => {
    const status = ENTRIES.flatMap(({ tasks }) => tasks.map((task) => `${task.id} ${task.status}`));
    expect(status).toEqual([
      'shop/0 ok',
      'shop/1 suspect',
      'clean/0 ok',
      'clean/1 ok',
      'broken/0 suspect',
      'broken/1 suspect',
      'new/0 unchecked',
      'new/1 unchecked',
    ]);
    expect(ENTRIES[0]?.tasks[0]?.slugs).toEqual(['shadowed']);
    expect(ENTRIES[0]?.tasks[1]?.slugs).toEqual(['trivial-pass', 'shadowed']);
  });
});

describe('filters', () => {
  function scenarios(query: string): string[] {
    const list = scenarioList(ENTRIES);
    const tokens = parseFilter(query, list);
    expect(problemsOf(tokens)).toEqual([]);
    return applyFilter(ENTRIES, tokens, list).map(({ id }) => id);
  }
  function tasks(query: string): string[] {
    const all = ENTRIES.flatMap((entry) => entry.tasks);
    const list = taskList(all);
    const tokens = parseFilter(query, list);
    expect(problemsOf(tokens)).toEqual([]);
    return applyFilter(all, tokens, list).map(({ id }) => id);
  }

  it.each([
    ['tools>30', ['shop']],
    ['tools<30', ['clean', 'broken']],
    ['health:trivial-pass', ['shop']],
    ['health:clean,does-not-start', ['clean', 'broken']],
    ['health:unchecked', ['new']],
    ['runs:all', ['shop']],
    ['pass.agent>70', ['shop']],
    ['pass.human>70', []],
    ['category:retail', ['shop']],
    ['milk -name:shop', ['clean', 'broken', 'new']],
    ['sort:last-run tables:4', ['shop', 'clean', 'broken', 'new']],
    ['sort:tools', ['shop', 'clean', 'broken', 'new']],
  ])('scenarios: %s', (query, expected) => {
    expect(scenarios(query)).toEqual(expected);
  });

  it.each([
    ['status:suspect', ['shop/1', 'broken/0', 'broken/1']],
    ['finding:trivial-pass', ['shop/1']],
    ['finding:none bread', ['clean/1']],
    ['human-runs:3-or-more', ['shop/1']],
    ['verifier:sql scenario:new', ['new/1']],
    ['verdict:complete sort:-last-run', ['shop/0', 'shop/1']],
  ])('tasks: %s', (query, expected) => {
    expect(tasks(query)).toEqual(expected);
  });
});

it('names near a mistyped one', () => {
  const names = ['city_library', 'clinic_scheduling', 'library_catalog_4', 'shop'];
  expect(nearNames('city_libary', names)).toEqual(['city_library']);
  expect(nearNames('library', names)).toEqual(['city_library', 'library_catalog_4']);
  expect(nearNames('zzz', names)).toEqual([]);
});

it('arguments of a tool in words', () => {
  expect(
    parametersOf({
      required: ['id'],
      properties: {
        id: { type: 'integer', description: 'which' },
        tags: { type: 'array', items: { type: 'string' } },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        kind: { enum: ['a', 'b'] },
        body: { $ref: '#/$defs/Body' },
        any: true,
      },
    }),
  ).toEqual([
    { name: 'id', type: 'integer', required: true, description: 'which' },
    { name: 'tags', type: 'string[]', required: false, description: '' },
    { name: 'note', type: 'string | null', required: false, description: '' },
    { name: 'kind', type: '"a" | "b"', required: false, description: '' },
    { name: 'body', type: 'Body', required: false, description: '' },
    { name: 'any', type: 'any', required: false, description: '' },
  ]);
});
