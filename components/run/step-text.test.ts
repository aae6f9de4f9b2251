import { describe, expect, it } from 'vitest';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { answerOf, argumentsLine, SHOWN, wholeArguments } from './step-text.ts';

function step(observation: unknown, args: string | null = null, complete = true): LiveStep {
  const text = typeof observation === 'string' ? observation : JSON.stringify(observation);
  return {
    episodeId: 'e',
    seq: 1,
    kind: 'call_tool',
    toolName: 'x',
    arguments: args === null ? null : { text: args, length: args.length, complete: true },
    observation: { text, length: text.length, complete },
    rewardType: null,
    reward: null,
    httpMethod: null,
    httpRoute: null,
    httpStatus: null,
    startedAtMs: 0,
    durationMs: 0,
    wrote: false,
    tablesTouched: null,
  };
}

describe('a step in the transcript', () => {
  it('shows what a tool answered, in a line and indented', () => {
    const answer = answerOf(step({ tool_result: '{"id": 1,\n "name": "x"}' }));
    expect(answer).toMatchObject({ error: false, line: '{"id":1,"name":"x"}', complete: true });
    expect(answer.text).toContain('\n  "id": 1');
  });

  it('tells an error, and a text that is no JSON', () => {
    expect(answerOf(step({ error: 'HTTP 404:\n not found' }))).toMatchObject({
      error: true,
      line: 'HTTP 404: not found',
    });
    expect(answerOf(step('no json at all'))).toMatchObject({ error: false, line: 'no json at all' });
  });

  it('cuts long answers and says so', () => {
    const long = answerOf(step({ tool_result: 'x'.repeat(SHOWN + 10) }));
    expect(long.text).toHaveLength(SHOWN);
    expect(long).toMatchObject({ complete: false, length: SHOWN + 10 });
    expect(answerOf(step('{"tool_result": "begin', null, false)).complete).toBe(false);
  });

  it('says arguments as they were sent', () => {
    expect(argumentsLine(step({}, '{"sku":"LB-NEW","quantity":35,"price":1.0}'))).toBe(
      'sku LB-NEW, quantity 35, price 1.0',
    );
    expect(argumentsLine(step({}, null))).toBe('');
    expect(wholeArguments(step({}, '{"n":1.0}'))).toBe('{\n  "n": 1.0\n}');
  });
});
