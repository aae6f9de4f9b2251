import { describe, expect, it } from 'vitest';
import { answerForm, matchAnswers, type AnswerMasks } from './index.ts';

/** Masks texts that begin with `t` as a time, numbers over a thousand as one. */
const masks: AnswerMasks = {
  text: (value) => (value.startsWith('t') ? '<now>' : undefined),
  number: (value) => (value > 1_000 ? '<now>' : undefined),
};
const match = (one: string, two: string) => matchAnswers({ text: one, masks }, { text: two, masks });

describe('two answers', () => {
  it.each([
    ['{"a":1}', '{"a":1}', 'same'],
    ['{"a":1.0,"b":[2]}', '{"b":[2],"a":1}', 'equal'],
    ['{"at":"t1","n":5000}', '{"at":"t2","n":6000}', 'equal'],
    ['[{"at":"t1","id":1},{"at":"t2","id":2}]', '[{"at":"t3","id":2},{"at":"t4","id":1}]', 'order'],
    ['{"rows":[[1,2],[3]]}', '{"rows":[[3],[2,1]]}', 'order'],
    ['{"a":1}', '{"a":2}', 'different'],
    ['{"a":"t1"}', '{"a":"x"}', 'different'],
    ['{"a":"t1"}', '{"a":5000}', 'equal'],
    ['[1,1,2]', '[1,2,2]', 'different'],
    ['[1]', '{"0":1}', 'different'],
    ['{"a":null}', '{}', 'different'],
    ['"1"', '1', 'different'],
    ['not json', 'nor this', 'different'],
    ['t one', 't two', 'equal'],
    ['', 'null', 'different'],
    ['12345678901234567890', '12345678901234567891', 'equal'],
    [`${'['.repeat(2_000)}1`, `${'['.repeat(2_000)}2`, 'different'],
  ] as const)('%s and %s are %s', (one, two, expected) => {
    expect(match(one, two)).toBe(expected);
    expect(match(two, one)).toBe(expected);
  });

  it('a form is equal where the answers are, but for what is equal only as it stands', () => {
    const form = (text: string) => answerForm({ text, masks });
    expect(form('{"b":"t1","a":[1.0]}')).toBe(form('{"a":[1],"b":"t2"}'));
    expect(form('[1,2]')).not.toBe(form('[2,1]'));
    expect(form('["<now>"]')).not.toBe(form('["t1"]'));
  });
});
