import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whatIfResultSchema } from '../../../lib/contracts/branches.ts';
import { createLog } from '../../log.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { createTinyPack, type TinyPack } from '../../testing/tiny-pack.ts';
import { createEvidence, type Evidence } from '../evidence/index.ts';
import { createJobs, type Jobs } from '../jobs/index.ts';
import type { WhatIfChange } from './types.ts';
import { startWhatIf } from './what-if.ts';

let pack: TinyPack;
let fixture: EngineFixture;
let evidence: Evidence;
let jobs: Jobs;

beforeAll(async () => {
  pack = await createTinyPack();
  fixture = await createEngineFixture([pack.dir]);
  const { store, dataset, host, homeDir } = fixture;
  evidence = createEvidence({
    store,
    states: store.states,
    dataset,
    host,
    verifierTimeoutMs: 20_000,
    filesDir: join(homeDir, 'tmp', 'states'),
  });
  jobs = createJobs(createLog('silent'));
});

afterAll(async () => {
  await jobs[Symbol.asyncDispose]();
  await evidence[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

type Call = readonly [tool: string, args?: Readonly<Record<string, unknown>>];

async function played(calls: readonly Call[], params: Record<string, unknown> = {}): Promise<string> {
  const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
  const reset = await session.reset({ scenario: 'tiny', task_idx: 0, ...params });
  for (const [tool_name, args = {}] of calls)
    await session.step({ type: 'call_tool', tool_name, arguments: args });
  await session.close('closed');
  return String(reset.metadata?.['record_id']);
}

async function whatIf(id: string, change: WhatIfChange) {
  const { engine, store } = fixture;
  const job = await jobs.ended(startWhatIf({ engine, store, evidence, jobs }, id, change).id);
  expect(job).toMatchObject({ state: 'done', error: null });
  return whatIfResultSchema.parse(job.result);
}

const GOOD: readonly Call[] = [
  ['list_items'],
  ['add_item', { name: 'wanted' }],
  ['list_items'],
  ['add_item', { name: 'second' }],
  ['verify', { final_answer: 'I did it' }],
  ['done'],
];

describe('a run played again', () => {
  it('without the step that mattered flips its verdict, and tells which answers changed', async () => {
    const id = await played(GOOD);
    const result = await whatIf(id, { seq: 2 });
    expect(result).toMatchObject({ before: 'complete', after: 'others', flips: true, changedSteps: [3, 4] });
    const made = fixture.store.episode(result.runId);
    expect(made).toMatchObject({ origin: 'what_if', parent: { id, seq: 1 }, endReason: 'done', steps: 5 });
    const [verify] = fixture.store.steps(result.runId, { from: 4, to: 4 });
    expect(verify).toMatchObject({
      kind: 'verify',
      argumentsJson: expect.stringContaining('I did it') as string,
    });
    expect(fixture.store.episode(id)?.steps).toBe(6);
  });

  it('without a step that only read keeps it, and nothing changes', async () => {
    const id = await played(GOOD);
    expect(await whatIf(id, { seq: 1 })).toMatchObject({ after: 'complete', flips: false, changedSteps: [] });
  });

  it('with another call in a step’s place', async () => {
    const id = await played([['add_item', { name: 'wrong' }], ['list_items'], ['verify', {}], ['done']]);
    const instead = { toolName: 'add_item', arguments: { name: 'wanted' } };
    const result = await whatIf(id, { seq: 1, instead });
    expect(result).toMatchObject({ before: 'others', after: 'complete', flips: true, changedSteps: [2] });
    const [step] = fixture.store.steps(result.runId, { from: 1, to: 1 });
    expect(step).toMatchObject({ toolName: 'add_item', argumentsJson: '{"name":"wanted"}' });
  });

  it('is refused where there is nothing to change, and while a baseline play runs', async () => {
    const id = await played(GOOD);
    const { engine, store } = fixture;
    const start = (run: string, change: WhatIfChange) => () =>
      startWhatIf({ engine, store, evidence, jobs }, run, change);
    expect(start(id, { seq: 5 })).toThrow('not a tool call');
    expect(start(id, { seq: 50 })).toThrow('no step 50');
    expect(start('0'.repeat(32), { seq: 1 })).toThrow('no such run');
    expect(start(id, { seq: 1, instead: { toolName: 'done', arguments: {} } })).toThrow(
      'not a tool of the scenario',
    );
    const person = fixture.engine.createSession({ actor: 'human', transport: 'web' });
    const reset = await person.reset({ scenario: 'tiny', task_idx: 0, options: { baseline: true } });
    await person.step({ type: 'call_tool', tool_name: 'list_items', arguments: {} });
    expect(start(String(reset.metadata?.['record_id']), { seq: 1 })).toThrow('hides verdicts');
    await person.close('closed');
  });
});
