import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { parseReset, ResetRefused } from './reset-params.ts';
import { EngineRefusal, type ResetParams } from './types.ts';

const parse = (json: string) => parseReset(parseLossless(json) as ResetParams);

describe('parseReset', () => {
  it('reads what the reference reads and ignores the rest', () => {
    const parsed = parse('{"scenario":"A b","task_idx":3,"task":null,"episode_id":"e","unknown":1,"seed":7}');
    expect(parsed).toMatchObject({ scenario: 'A b', taskIdx: 3, task: null, episodeId: 'e' });
    expect(parsed.notes.join()).toContain('seed is ignored');
  });

  it.each([
    ['{"task_idx":"0"}', "'<=' not supported between instances of 'int' and 'str'"],
    ['{"task_idx":[1]}', "'<=' not supported between instances of 'int' and 'list'"],
    ['{"task_idx":1.5}', 'list indices must be integers or slices, not float'],
    ['{"task_idx":1.0}', 'list indices must be integers or slices, not float'],
    ['{"scenario":5}', "'int' object has no attribute 'lower'"],
    ['{"reward_config":{"others":"x"}}', "reward_config['others'] must be a number, not str"],
  ])('refuses %s as an execution error', (json, message) => {
    expect(() => parse(json)).toThrow(new EngineRefusal(message));
  });

  it('takes an absent, null or empty scenario as missing', () => {
    for (const json of ['{}', '{"scenario":null}', '{"scenario":""}'])
      expect(parse(json).scenario).toBeUndefined();
  });

  it('keeps the spelling of rewards', () => {
    const { rewards } = parse('{"reward_config":{"complete":2.0,"others":-2}}');
    expect(rewards).toEqual({ complete: { value: 2, json: '2.0' }, others: { value: -2, json: '-2' } });
  });

  it('reads our options and names a wrong one', () => {
    const { options } = parse(
      '{"options":{"classify":"http","clock":{"start":"2026-01-02T03:04:05","tick_ms":1000},"run":{"experiment":"e","train_step":3}}}',
    );
    expect(options).toMatchObject({
      classify: 'http',
      clock: { startMs: Date.UTC(2026, 0, 2, 3, 4, 5), tickMs: 1000 },
      run: { experiment: 'e', train_step: 3 },
    });
    expect(() => parse('{"options":{"classify":"words"}}')).toThrow(ResetRefused);
    expect(() => parse('{"options":{"run":{"step":1}}}')).toThrow(/options.run/);
  });
});
