import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../lib/util/seeded-random.ts';
import { sampleArguments } from './sample-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 3, maximum: 5 },
    kind: { enum: ['a', 'b'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    },
    optional: { type: 'string' },
  },
  required: ['id', 'kind', 'note', 'lines'],
};

describe('sampleArguments', () => {
  it('fills what is required, validly, and nothing else', () => {
    const valid = new Ajv().compile(schema);
    for (let seed = 0; seed < 200; seed += 1) {
      const args = sampleArguments(schema, seededRandom(seed));
      expect(valid(args), JSON.stringify(args)).toBe(true);
      expect(Object.keys(args)).toEqual(schema.required);
    }
  });

  it('repeats itself for the same seed', () => {
    expect(sampleArguments(schema, seededRandom(7))).toEqual(sampleArguments(schema, seededRandom(7)));
  });
});
