import { expect, it } from 'vitest';
import { stepInput } from '../testing.ts';
import { openLibrary } from './testing.ts';

it('shows a run while it runs and after its end', async () => {
  await using open = await openLibrary();
  const start = { run: { experiment: 'x', tags: ['a', 'b'], train_step: 7 } };
  const { recorder } = open.begin(start);
  const id = recorder.episodeId;
  recorder.step(stepInput());
  recorder.step(stepInput({ httpStatus: 404, rewardType: 'tool_not_found', reward: -1 }));
  recorder.step(stepInput({ kind: 'verify', toolName: null, httpStatus: null, mayWrite: false }));
  expect(open.runs.get(id)).toMatchObject({
    experiment: 'x',
    tags: ['a', 'b'],
    trainStep: 7,
    endReason: null,
    steps: 3,
    calls: 2,
    errors: 1,
    statuses: [404],
    verifies: 1,
    verdict: null,
    label: null,
    agrees: null,
    origin: 'played',
    pinned: false,
  });
  recorder.verdict('code', 'complete', 1, 'the answer', 'h');
  expect(open.runs.get(id)).toMatchObject({ verdict: 'complete', code: 'complete', sql: null, reward: 1 });
  recorder.end('done');
  expect(open.runs.get(id)).toMatchObject({ endReason: 'done', answer: 'the answer', calls: 2 });
  expect(open.runs.get('0'.repeat(32))).toBeUndefined();
});

it('tells nothing of the verdict of a blind play before its end', async () => {
  await using open = await openLibrary();
  const { recorder } = open.begin({ baseline: true, actor: 'human' });
  recorder.step(stepInput());
  recorder.verdict('code', 'complete', 1, null, 'h');
  const hidden = { verdict: null, code: null, sql: null, reward: null, regraded: null, suspicions: [] };
  expect(open.runs.get(recorder.episodeId)).toMatchObject(hidden);
  recorder.end('done');
  expect(open.runs.get(recorder.episodeId)).toMatchObject({
    verdict: 'complete',
    reward: 1,
    code: 'complete',
  });
});

it('one word a person; words that differ are mixed', async () => {
  await using open = await openLibrary();
  const { recorder } = open.begin();
  const id = recorder.episodeId;
  recorder.step(stepInput());
  recorder.verdict('code', 'complete', 1, null, 'h');
  recorder.end('done');
  const { runs } = open;
  runs.setLabel(id, { by: 'Ann', outcome: 'complete', note: null });
  expect(runs.get(id)).toMatchObject({ label: 'complete', labels: 1, agrees: true });
  runs.setLabel(id, { by: 'Ann', outcome: 'incomplete', note: 'no order' });
  expect(runs.labels(id)).toMatchObject([{ by: 'Ann', outcome: 'incomplete', note: 'no order' }]);
  expect(runs.get(id)).toMatchObject({ label: 'incomplete', labels: 1, agrees: false });
  runs.setLabel(id, { by: 'Bo', outcome: 'complete', note: null });
  expect(runs.get(id)).toMatchObject({ label: 'mixed', labels: 2, agrees: null });
  runs.setLabel(id, { by: 'Ann', outcome: null, note: null });
  expect(runs.get(id)).toMatchObject({ label: 'complete', labels: 1, agrees: true });
  expect(() => runs.setLabel('0'.repeat(32), { by: 'Ann', outcome: 'complete', note: null })).toThrow(
    'no run',
  );
});

it('every change of a run raises the revision', async () => {
  await using open = await openLibrary();
  const { runs, store } = open;
  let last = runs.revision().revision;
  const rises = async (what: string, act: () => unknown) => {
    await act();
    const { revision } = runs.revision();
    expect(revision, what).toBeGreaterThan(last);
    last = revision;
  };
  const { recorder } = open.begin();
  const id = recorder.episodeId;
  await rises('begin', () => undefined);
  await rises('step', () => recorder.step(stepInput()));
  await rises('verdict', () => recorder.verdict('code', 'complete', 1, null, 'h'));
  await rises('end', () => recorder.end('done'));
  await store.settled();
  last = runs.revision().revision;
  await rises('label', () => runs.setLabel(id, { by: 'Ann', outcome: 'complete', note: null }));
  await rises('label again', () => runs.setLabel(id, { by: 'Ann', outcome: 'incomplete', note: null }));
  await rises('no label', () => runs.setLabel(id, { by: 'Ann', outcome: null, note: null }));
  await rises('note', () => runs.addNote(id, { by: 'Ann', seq: 1, text: 'here' }));
  await rises('pin', () => runs.setPinned([id], true));
  await rises('run', () => store.setRun([id], { group: 'g' }));
  expect(runs.revision().total).toBe(1);
});

it('notes are of a run or of one of its steps', async () => {
  await using open = await openLibrary();
  const { recorder } = open.begin();
  const id = recorder.episodeId;
  recorder.step(stepInput());
  const note = open.runs.addNote(id, { by: 'Ann', seq: 1, text: '<b>x</b>' });
  open.runs.addNote(id, { by: 'Bo', seq: null, text: 'all' });
  expect(open.runs.notes(id).map(({ text }) => text)).toEqual(['<b>x</b>', 'all']);
  expect(open.runs.get(id)).toMatchObject({ notes: 2 });
  expect(() => open.runs.addNote(id, { by: 'Ann', seq: 2, text: 'x' })).toThrow('no step 2');
  open.runs.removeNote(id, note.id);
  expect(() => open.runs.removeNote(id, note.id)).toThrow('no such note');
  expect(open.runs.get(id)).toMatchObject({ notes: 1 });
});

it('ships views that cannot be changed, and keeps others', async () => {
  await using open = await openLibrary();
  const { runs } = open;
  const view = runs.saveView({ name: 'Mine', query: 'pass', columns: ['id', 'reward'] });
  expect(runs.views().map(({ name, shipped }) => [name, shipped])).toEqual([
    ['Suspicious passes', true],
    ['Disagreements', true],
    ['Needs a label', true],
    ['All runs', true],
    ['Mine', false],
  ]);
  runs.saveView({ id: view.id, name: 'Ours', query: 'fail', columns: null });
  expect(runs.views().at(-1)).toMatchObject({ name: 'Ours', query: 'fail', columns: null });
  expect(() => runs.removeView('all')).toThrow('comes with the studio');
  expect(() => runs.saveView({ id: 'gone', name: 'x', query: '', columns: null })).toThrow('no such view');
  runs.removeView(view.id);
  expect(runs.views()).toHaveLength(4);
});

it('runs are named by their ids, each once', async () => {
  await using open = await openLibrary();
  const id = 'a'.repeat(32);
  expect(open.runs.resolve({ ids: [id, id] })).toEqual([id]);
  expect(() => open.runs.resolve({ selection: 'gone' })).toThrow('not kept any more');
});
