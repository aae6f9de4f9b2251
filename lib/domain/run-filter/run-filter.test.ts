import { describe, expect, it } from 'vitest';
import type { RunRow } from '../../contracts/runs.ts';
import { applyFilter, countFacets, problemsOf, suggestFilter, toggleValue } from '../filter-query/index.ts';
import { createRunFilter, parseRunFilter, problemText, RUN_FACETS } from './index.ts';

const BLANK: RunRow = {
  id: '3fa90c'.padEnd(32, '0'),
  scenario: 'shop_1',
  pack: 'starter',
  taskIdx: 3,
  task: 'Order two red lamps',
  actor: 'agent',
  transport: 'openenv',
  origin: 'played',
  experiment: 'grpo-a',
  policy: null,
  checkpoint: null,
  trainStep: 120,
  group: 'g7',
  sample: 1,
  tags: ['night, two'],
  startedAtMs: Date.now() - 3_600_000,
  endedAtMs: Date.now(),
  endReason: 'done',
  steps: 9,
  calls: 7,
  errors: 1,
  statuses: [404],
  errorTypes: ['tool_not_found'],
  verifies: 1,
  reward: 1,
  verdict: 'complete',
  code: 'complete',
  sql: null,
  regraded: null,
  label: null,
  labels: 0,
  agrees: null,
  wrote: 3,
  tables: ['orders', 'order_items'],
  collateral: 0,
  omitted: null,
  unread: 2,
  suspicions: ['unread'],
  endState: 'abc123',
  answer: 'Ordered.',
  pinned: false,
  notes: 0,
};

const LIST = createRunFilter({ experiment: ['grpo-a', 'grpo b, two'] });

function matches(query: string, over: Partial<RunRow> = {}): boolean {
  return applyFilter([{ ...BLANK, ...over }], parseRunFilter(query), LIST).length === 1;
}

describe('what people type', () => {
  it.each([
    'experiment:grpo-a train_step:100..200 group:g7 actor:agent reward>0.5 pass',
    'experiment:GRPO*',
    'verdict:complete,others',
    'wrote:orders wrote>2 -wrote:0 wrote:order*',
    'error:404 error:tool_not_found errors>0',
    'collateral:0 collateral:none',
    'omitted<1 -omitted>0'.replace('omitted<1 ', ''),
    'suspicious suspicion:any suspicion:unread',
    'unlabelled label:unlabelled -agree -disagree agreement:unknown',
    'end:done -live -pinned',
    'since:2h since:7d',
    'state:abc id:3fa9 3fa90c',
    'id:ffff,3FA90C -id:ffff,eeee state:ffff,abc',
    'task:3 task:shop_1/3 scenario:shop_1',
    'reward:full reward:1 reward:0.5..1',
    'policy:none sql:none sort:-reward',
    'tag:"night, two"',
    '"red lamps" lamps ordered',
    '-fail outcome:pass steps>=9 calls:7 verifies:1 unread:2 sample:1',
  ])('%s', (query) => {
    expect(problemsOf(parseRunFilter(query))).toEqual([]);
    expect(matches(query)).toBe(true);
  });

  it.each([
    'experiment:grpo',
    'wrote:0',
    'wrote:unknown',
    'collateral>0',
    'group:g',
    'error:500',
    'since:30m',
    'fail',
    '-pass',
    '"pass"',
    'live',
    'end:live',
    'reward:negative',
    'tag:night',
    'origin:what_if',
    'id:ffff,eeee',
    '-id:ffff,3fa9',
    'suspicion:none',
    'constructor',
    'omitted:0',
  ])('%s does not', (query) => {
    expect(problemsOf(parseRunFilter(query))).toEqual([]);
    expect(matches(query)).toBe(false);
  });

  it('what is not known matches no number', () => {
    expect(matches('wrote<1', { wrote: null })).toBe(false);
    expect(matches('wrote:unknown', { wrote: null })).toBe(true);
    expect(matches('collateral:unknown', { collateral: null })).toBe(true);
    expect(matches('pass', { verdict: null })).toBe(false);
    expect(matches('fail', { verdict: null })).toBe(false);
    expect(matches('fail', { verdict: 'others' })).toBe(true);
  });

  it('what the studio tried is hidden unless asked for', () => {
    const tried = { origin: 'what_if' } as const;
    for (const query of ['', 'pass', '-origin:played', 'origin:fork'])
      expect(matches(query, tried)).toBe(false);
    for (const query of ['origin:what_if', 'origin:what_if,played pass'])
      expect(matches(query, tried)).toBe(true);
  });
});

it.each([
  ['bogus:1', 'There is no field bogus'],
  ['since:soon', 'since has no value soon. Possible: 1h'],
  ['label:good', 'label has no value good'],
  ['steps:many', 'steps takes a number or a range'],
  ['experiment:', 'experiment lacks its value'],
  ['experiment>3', 'compared with'],
  ['wrote>orders', 'wrote takes a number'],
  ['origin:__proto__', 'origin has no value'],
])('%s is told: %s', (query, text) => {
  const [problem] = problemsOf(parseRunFilter(query));
  expect(problem === undefined ? '' : problemText(problem)).toContain(text);
  expect(matches(query)).toBe(true);
});

it('a value of a facet goes into the query and out again', () => {
  const facets = countFacets([BLANK], parseRunFilter(''), LIST, RUN_FACETS);
  expect([...facets.keys()]).toEqual([...RUN_FACETS]);
  for (const [field, values] of facets)
    for (const value of values.keys()) {
      const chosen = toggleValue('red', field, value, LIST);
      expect(matches(chosen), chosen).toBe(true);
      expect(matches(`-${chosen.replace('red ', '')}`), chosen).toBe(false);
      expect(toggleValue(chosen, field, value, LIST)).toBe('red');
    }
  expect(toggleValue('experiment:grpo-a', 'experiment', 'grpo b, two', LIST)).toBe(
    'experiment:grpo-a,"grpo b, two"',
  );
  expect(toggleValue('experiment:grpo-a,"grpo b, two"', 'experiment', 'grpo-a', LIST)).toBe(
    'experiment:"grpo b, two"',
  );
  expect(toggleValue('pass', 'outcome', 'pass', LIST)).toBe('');
});

it('suggests fields, words and values', () => {
  const texts = (query: string) => suggestFilter(query, query.length, LIST).map(({ text }) => text);
  expect(texts('pa')).toEqual(['pass', 'pack:']);
  expect(texts('susp')).toEqual(['suspicious', 'suspicion:']);
  expect(texts('experiment:')).toEqual(['grpo-a', '"grpo b, two"']);
  expect(texts('suspicion:a')).toEqual(['any']);
  expect(texts('reward:p')).toEqual(['partial']);
  expect(texts('since:')).toEqual(['1h', '24h', '7d', '30d']);
  expect(texts('sort:-tr')).toEqual(['train_step']);
});
