import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineFixture, type EngineFixture } from '../testing/engine-fixture.ts';
import { createTinyPack, type TinyPack } from '../testing/tiny-pack.ts';
import type { EngineSession, Outcome } from './types.ts';

let pack: TinyPack;
let fixture: EngineFixture;

beforeAll(async () => {
  pack = await createTinyPack();
  fixture = await createEngineFixture([pack.dir]);
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

const call = (session: EngineSession, tool: string, args: Record<string, unknown> = {}): Promise<Outcome> =>
  session.step({ type: 'call_tool', tool_name: tool, arguments: args });

async function play(
  actor: 'human' | 'unnamed client',
  options: Record<string, unknown>,
  tools: readonly [string, Record<string, unknown>?][],
) {
  const session = fixture.engine.createSession({ actor, transport: 'test' });
  const reset = await session.reset({ scenario: 'tiny', task_idx: 0, options });
  const recordId = String(reset.metadata?.['record_id']);
  for (const [tool, args] of tools) await call(session, tool, args);
  const { info } = session;
  await session.close('closed');
  return { info, record: fixture.store.episode(recordId), steps: fixture.store.steps(recordId) };
}

describe('baseline play', () => {
  it('is judged with Done, on its answer, and counts as played without a verdict', async () => {
    const { info, record, steps } = await play('human', { baseline: true }, [
      ['add_item', { name: 'wanted' }],
      ['done', { final_answer: 'it is there' }],
    ]);
    expect(info).toMatchObject({ baseline: true, done: true, stepCount: 3 });
    expect(steps.map(({ kind }) => kind)).toEqual(['call_tool', 'verify', 'done']);
    expect(record).toMatchObject({
      baseline: true,
      sawVerdictAt: null,
      endReason: 'done',
      verdict: 'complete',
      finalAnswer: 'it is there',
    });
  });

  it('other runs of people say when a verdict was seen first', async () => {
    const { record } = await play('human', {}, [
      ['list_items'],
      ['verify'],
      ['add_item', { name: 'wanted' }],
      ['verify'],
      ['done'],
    ]);
    expect(record).toMatchObject({ baseline: false, sawVerdictAt: 2 });
    fixture.store.markSawVerdict(String(record?.id), 1);
    expect(fixture.store.episode(String(record?.id))?.sawVerdictAt).toBe(2);
  });

  it('changes nothing of what a client meets', async () => {
    const { record, steps } = await play('unnamed client', { baseline: true }, [['verify'], ['done']]);
    expect(steps.map(({ kind }) => kind)).toEqual(['verify', 'done']);
    expect(record).toMatchObject({ baseline: true, sawVerdictAt: null, verdict: 'others' });
  });
});
