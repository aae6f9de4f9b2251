import { EMPTY_LABEL } from '../../../../lib/domain/labels/index.ts';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/client/api-error.ts';
import { labelSchemaDocSchema } from '../../../../lib/contracts/annotation/label-schema.ts';
import type { BlindStep } from '../../../../lib/contracts/annotation/labelling.ts';
import * as acts from './acts.ts';
import { createActiveTime } from './active-time.ts';
import { differingRows } from './differing-rows.ts';
import { createLabelStore } from './label-store.ts';
import { missingRows, openSteps } from './missing.ts';
import { responseLine } from './response-line.ts';
import { markableSeqs, rowsOf } from './rows.ts';

const schema = labelSchemaDocSchema.parse({
  outcomes: [
    { value: 'complete', label: 'Complete', means: 'complete' },
    { value: 'incomplete', label: 'Incomplete', means: 'incomplete' },
  ],
  tags: [
    { value: 'wrong_argument', label: 'Wrong argument', key: 'a', severity: 'major' },
    { value: 'early', label: 'Gave up early', key: 'g' },
  ],
  rationale: 'unless_complete',
  steps: 'required',
  fields: [{ kind: 'number', id: 'retries', label: 'Retries', required: true }],
});
const SEQS = [2, 3, 4];

describe('acts on a label', () => {
  it('propose the first −1 as first error until one is chosen or said not to be there', () => {
    let doc = acts.markStep(EMPTY_LABEL, 4, -1, SEQS);
    expect(doc.firstError).toEqual({ seq: 4, proposed: true });
    doc = acts.markStep(doc, 3, -1, SEQS);
    expect(doc.firstError).toEqual({ seq: 3, proposed: true });
    doc = acts.markStep(doc, 3, 1, SEQS);
    expect(doc.firstError).toEqual({ seq: 4, proposed: true });
    const chosen = acts.chooseFirstError(doc, 2, SEQS);
    expect(acts.markStep(chosen, 3, -1, SEQS).firstError).toEqual({ seq: 2, proposed: false });
    expect(acts.chooseFirstError(chosen, 2, SEQS).firstError).toEqual({ seq: 4, proposed: true });
    const none = acts.toggleNoError(doc, SEQS);
    expect(acts.markStep(none, 2, -1, SEQS).firstError).toBe('none');
    expect(acts.toggleNoError(none, SEQS).firstError).toEqual({ seq: 4, proposed: true });
    expect(acts.unmarkStep(doc, 4, SEQS).firstError).toBeNull();
  });

  it('know of a −1 that stands before the first error, or beside none', () => {
    const doc = acts.markStep(acts.markStep(EMPTY_LABEL, 3, -1, SEQS), 4, -1, SEQS);
    const chosen = (seq: number) => acts.errorBefore(acts.chooseFirstError(doc, seq, SEQS), SEQS);
    expect([chosen(2), chosen(3), chosen(4)]).toEqual([null, null, 3]);
    expect(acts.errorBefore(doc, SEQS)).toBeNull();
    expect(acts.errorBefore(acts.toggleNoError(doc, SEQS), SEQS)).toBe(3);
    expect(acts.errorBefore(acts.toggleNoError(EMPTY_LABEL, SEQS), SEQS)).toBeNull();
  });

  it('tell bulk and inherited marks from own ones, and never write over a mark', () => {
    let doc = acts.inherit(EMPTY_LABEL, { '2': { value: 1, by: 'own' }, '9': { value: 1, by: 'own' } }, SEQS);
    expect(doc.steps).toEqual({ '2': { value: 1, by: 'inherited' } });
    doc = acts.markStep(doc, 3, 0, SEQS);
    doc = acts.markRest(doc, 1, SEQS);
    expect(doc.steps).toEqual({
      '2': { value: 1, by: 'inherited' },
      '3': { value: 0, by: 'own' },
      '4': { value: 1, by: 'bulk' },
    });
    expect(acts.markRest(doc, -1, SEQS)).toBe(doc);
    // The same value by an act of one's own is one's own.
    expect(acts.markStep(doc, 2, 1, SEQS).steps['2']).toEqual({ value: 1, by: 'own' });
    expect(Object.keys(acts.clearInherited(doc, SEQS).steps)).toEqual(['3', '4']);
  });

  it('go round the severities of a tag, and off; without one on and off', () => {
    let doc = acts.cycleTag(EMPTY_LABEL, 'wrong_argument', schema);
    const seen = [doc.tags[0]?.severity];
    for (let i = 0; i < 3; i += 1) {
      doc = acts.cycleTag(doc, 'wrong_argument', schema);
      seen.push(doc.tags[0]?.severity);
    }
    expect(seen).toEqual(['major', 'critical', 'minor', undefined]);
    expect(acts.cycleTag(acts.cycleTag(doc, 'early', schema), 'early', schema).tags).toEqual([]);
  });

  it('go down the confidence from the highest, round', () => {
    let doc = EMPTY_LABEL;
    const seen = [0, 1, 2, 3].map(() => (doc = acts.cycleConfidence(doc, schema)).confidence);
    expect(seen).toEqual(['high', 'medium', 'low', 'high']);
  });
});

describe('what is missing', () => {
  it('is named in the order of the form, the rationale only where the task was not done', () => {
    expect(missingRows(EMPTY_LABEL, schema, SEQS, false)).toEqual(['outcome', 'steps', 'field:retries']);
    const doc = acts.setField(
      acts.markRest(acts.setOutcome(EMPTY_LABEL, 'incomplete'), 1, SEQS),
      'retries',
      0,
    );
    expect(missingRows(doc, schema, SEQS, false)).toEqual(['rationale']);
    expect(missingRows(acts.setOutcome(doc, 'complete'), schema, SEQS, false)).toEqual([]);
    expect(openSteps(acts.markStep(EMPTY_LABEL, 3, 0, SEQS), SEQS)).toEqual([2, 4]);
  });
});

describe('the label store', () => {
  it('undoes acts one by one, typing in one text as one', () => {
    let clock = 0;
    const label = createLabelStore(EMPTY_LABEL, () => clock);
    label.act(
      (doc) => acts.setOutcome(doc, 'complete'),
      () => 'Outcome: Complete',
    );
    for (const rationale of ['N', 'No', 'Not']) {
      clock += 100;
      label.act(
        (doc) => ({ ...doc, rationale }),
        () => '',
        'rationale',
      );
    }
    clock += 10_000;
    label.act(
      (doc) => ({ ...doc, rationale: 'Not quite' }),
      () => '',
      'rationale',
    );
    expect(label.store.getState().said.text).toBe('Outcome: Complete');
    const texts: string[] = [];
    while (label.undo()) texts.push(label.store.getState().doc.rationale);
    expect(texts).toEqual(['Not', '', '']);
    expect(label.store.getState().doc).toEqual(EMPTY_LABEL);
    expect(label.redo() && label.redo() && label.redo()).toBe(true);
    expect(label.redo()).toBe(false);
    expect(label.store.getState().doc.rationale).toBe('Not quite');
  });

  it('says an act again that changed nothing', () => {
    const label = createLabelStore(EMPTY_LABEL);
    label.act(
      (doc) => acts.setOutcome(doc, 'complete'),
      () => 'Complete',
    );
    label.act(
      (doc) => acts.setOutcome(doc, 'complete'),
      () => 'Complete',
    );
    expect(label.store.getState().said).toEqual({ text: 'Complete', n: 2 });
    expect(label.store.getState().past).toHaveLength(1);
  });
});

const step = (seq: number, more: Partial<BlindStep>): BlindStep => ({
  seq,
  kind: 'call_tool',
  toolName: 'get_pet',
  argumentsJson: '{"id":1,"name":"Milo","big":12345678901234567890}',
  message: null,
  reasoning: null,
  httpMethod: 'GET',
  httpRoute: '/pets',
  httpStatus: 200,
  responseText: '{"pets":[{"id":1,"name":"Milo"},{"id":2,"name":"Clover"}]}',
  failed: false,
  wrote: false,
  rows: null,
  labelled: true,
  ...more,
});

describe('the step list', () => {
  it('ends with the final answer, whose mark is that of the step in which it was given', () => {
    const rows = rowsOf({
      scenario: 'vet',
      taskIdx: 3,
      task: null,
      finalAnswer: 'Done.',
      finalAnswerSeq: 3,
      steps: [
        step(1, { kind: 'list_tools', labelled: false }),
        step(2, { wrote: true, rows: { added: 1, changed: 2, removed: 0 } }),
        step(3, { kind: 'verify', labelled: false, responseText: null }),
      ],
      missing: [],
    });
    expect(rows.map(({ id, effect, wrote, line }) => [id, effect, wrote, line])).toEqual([
      ['1', 'read', 0, '200, 2 pets: Milo 1, Clover 2'],
      ['2', 'wrote', 3, '200, 2 pets: Milo 1, Clover 2'],
      ['3', 'verify', 0, null],
      ['answer', 'end', null, 'Done.'],
    ]);
    expect(markableSeqs(rows)).toEqual([2, 3]);
    expect(rows[1]?.args.map(({ name, text }) => `${name}=${text}`)).toEqual([
      'id=1',
      'name="Milo"',
      'big=12345678901234567890',
    ]);
  });
});

describe('an answer in one line', () => {
  it('names what came back, and what was wrong where', () => {
    expect(responseLine('{"earliest_slot":null}', 200)).toBe('200, earliest_slot: null');
    expect(responseLine('{"appointment":{"id":4,"status":"confirmed","x":{}}}', 200)).toBe(
      '200, appointment: id: 4, status: confirmed, …',
    );
    expect(responseLine('{"detail":[{"loc":["path","pet_id"],"msg":"not an integer"}]}', 422)).toBe(
      '422 path.pet_id: not an integer',
    );
    expect(responseLine('Error calling x. Status code: 404. Response: {"detail":"Not found"}', 404)).toBe(
      '404 Not found',
    );
    expect(responseLine('plain\n words', null)).toBe('plain words');
    expect(responseLine('[]', 200)).toBe('200, 0');
    expect(responseLine('', 204)).toBe('204');
  });
});

describe('two labels', () => {
  it('differ row by row', () => {
    const a = acts.markStep(acts.setOutcome(EMPTY_LABEL, 'complete'), 2, -1, SEQS);
    const b = acts.markRest(acts.setOutcome(EMPTY_LABEL, 'incomplete'), 1, [2]);
    expect(differingRows(a, b)).toEqual([
      { row: 'outcome', a: 'complete', b: 'incomplete' },
      { row: 'firstError', a: '2 ?', b: '' },
      { row: 'step:2', a: '-1', b: '+1 (bulk)' },
    ]);
    expect(differingRows(a, { ...a })).toEqual([]);
  });
});

describe('active time', () => {
  it('leaves out long pauses, whatever the wall clock does', () => {
    let clock = 0;
    const active = createActiveTime(500, () => clock);
    for (const pause of [1_000, 2_000, 3_600_000]) {
      clock += pause;
      active.touch();
    }
    expect(active.read()).toBe(500 + 3_000 + 30_000);
  });
});

describe('an error', () => {
  it('of no answer is another than one of the server', async () => {
    const { mayPass } = await import('../../../../lib/client/refusals.ts');
    expect(mayPass(new ApiError('', { code: null, status: null }))).toBe(true);
    expect(mayPass(new ApiError('', { code: 'conflict', status: 409 }))).toBe(false);
    expect(vi.isFakeTimers()).toBe(false);
  });
});
