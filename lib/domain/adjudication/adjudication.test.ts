import { describe, expect, it } from 'vitest';
import { labelSchemaDocSchema } from '../../contracts/annotation/label-schema.ts';
import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import { EMPTY_LABEL } from '../labels/index.ts';
import { labelRows, settle, transferDecision } from './index.ts';

const schema = labelSchemaDocSchema.parse({
  outcomes: ['complete', 'incomplete', 'agent_error'].map((value) => ({ value, label: value, means: value })),
  tags: ['x', 'y'].map((value) => ({ value, label: value, key: value })),
  fields: [
    { kind: 'multi', id: 'm', label: 'M', options: ['p', 'q'].map((value) => ({ value, label: value })) },
    { kind: 'text', id: 'words', label: 'Words' },
  ],
});
const label = (doc: Partial<LabelDoc>): LabelDoc => ({ ...EMPTY_LABEL, ...doc });
const mark = (value: -1 | 0 | 1) => ({ value, by: 'own' as const });
const tags = (...values: string[]) => values.map((value) => ({ value, severity: null }));
const differing = (...docs: LabelDoc[]) =>
  labelRows(docs, schema).flatMap(({ id, differs }) => (differs ? [id] : []));

describe('labelRows', () => {
  it('takes an unmarked step or an unanswered question for no word', () => {
    expect(differing(label({ steps: { 1: mark(1) }, outcome: 'complete' }), label({}))).toEqual([]);
    expect(differing(label({ steps: { 1: mark(1) } }), label({ steps: { 1: mark(0) } }))).toEqual(['step:1']);
  });

  it('takes tags as a set with a cause, choices of many as a set, and compares no free text', () => {
    expect(differing(label({ tags: tags('x', 'y') }), label({ tags: tags('y', 'x') }))).toEqual(['tags']);
    const one = { tags: tags('x', 'y'), fields: { m: ['p', 'q'], words: 'a' } };
    expect(differing(label(one), label({ ...one, fields: { m: ['q', 'p'], words: 'b' } }))).toEqual([]);
  });

  it('orders steps as numbers', () => {
    const steps = (value: -1 | 1) => ({ 10: mark(value), 9: mark(value) });
    expect(differing(label({ steps: steps(1) }), label({ steps: steps(-1) }))).toEqual(['step:9', 'step:10']);
  });
});

describe('settle', () => {
  const docs = [
    label({ outcome: 'complete', firstError: 'none', steps: { 1: mark(1), 2: mark(1) } }),
    label({
      outcome: 'incomplete',
      firstError: { seq: 2, proposed: true },
      steps: { 2: mark(-1) },
      tags: tags('x'),
    }),
    label({ outcome: 'incomplete', steps: { 2: mark(0) }, tags: tags('y') }),
  ];
  const input = { docs, schema, own: EMPTY_LABEL, rationale: 'so' };

  it('fills rows from the outcome’s label where that says something of them, until another choice is made', () => {
    const { open, fromOutcome, doc } = settle({ ...input, choices: { outcome: 2, tags: 1 } });
    expect(open).toEqual(['firstError']);
    expect(fromOutcome).toBe(1);
    // Of step 1 one label alone speaks.
    expect(doc).toMatchObject({
      outcome: 'incomplete',
      steps: { 1: mark(1), 2: mark(0) },
      tags: tags('x'),
      rationale: 'so',
    });
  });

  it('fills the rest of an own outcome from the first label with it, and of one that nobody gave not at all', () => {
    const own = (outcome: string) =>
      settle({ ...input, own: label({ outcome }), choices: { outcome: 'own' } });
    expect(own('incomplete').doc).toMatchObject({ firstError: { seq: 2, proposed: false }, tags: tags('x') });
    expect(own('agent_error').open).toEqual(['firstError', 'step:2', 'tags']);
  });

  it('does not take an own choice without a value for decided', () => {
    expect(settle({ ...input, choices: { outcome: 0, firstError: 'own' } }).open).toEqual(['firstError']);
  });
});

describe('transferDecision', () => {
  const docs = [
    label({ outcome: 'complete', steps: { 1: mark(1) } }),
    label({ outcome: 'incomplete', steps: { 1: mark(-1) }, tags: tags('x') }),
  ];

  it('carries outcome and tags as the label that gave them, never steps', () => {
    const decided = label({ outcome: 'incomplete', tags: tags('x'), steps: { 1: mark(-1) } });
    expect(transferDecision(decided, docs, schema).choices).toEqual({ outcome: 1, tags: 1 });
  });

  it('carries an outcome that no label gave as an own one', () => {
    const { choices, own } = transferDecision(
      label({ outcome: 'agent_error', tags: tags('y') }),
      docs,
      schema,
    );
    expect(choices).toEqual({ outcome: 'own' });
    expect(own.outcome).toBe('agent_error');
  });
});
