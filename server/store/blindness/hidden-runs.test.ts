import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Catalog } from '../catalog.ts';
import { tempDir } from '../testing.ts';
import { openHiddenRuns } from './open-hidden-runs.ts';

const runId = (n: number) => n.toString(16).padStart(32, '0');

/** Queues as their tables have them. */
function openQueues() {
  const dir = tempDir();
  const catalog = new Catalog(join(dir.path, 'catalog.db'));
  const { raw } = catalog;
  // Runs are named, not played.
  raw.pragma('foreign_keys = OFF');
  const insert = (table: string, row: Readonly<Record<string, string | number | null>>): number => {
    const names = Object.keys(row);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`;
    return Number(raw.prepare(sql).run(row).lastInsertRowid);
  };
  let made = 0;
  return {
    raw,
    hidden: openHiddenRuns(catalog),
    fresh: () => openHiddenRuns(new Catalog(join(dir.path, 'catalog.db'), { readonly: false })),
    queue: (over: Readonly<Record<string, string | number | null>> = {}) =>
      insert('annotation_queues', {
        id: runId((made += 1)),
        project: 'p',
        name: 'q',
        kind: 'label',
        state: 'open',
        settings: '{}',
        overlap: 2,
        everyone: 0,
        made_by: 'lead',
        made_at: 0,
        ...over,
      }),
    member: (queue: number, person: string) =>
      insert('annotation_members', { queue, person, name: person, at: 0 }),
    item: (queue: number, run: number, over: Readonly<Record<string, string | number | null>> = {}) =>
      insert('annotation_items', {
        id: runId((made += 1)),
        queue,
        run: runId(run),
        scenario: 'shop_1',
        task_idx: run % 10,
        path: '',
        place: made,
        overlap: 2,
        added_at: 0,
        ...over,
      }),
    assign: (
      queue: number,
      item: number,
      person: string,
      over: Readonly<Record<string, string | number>> = {},
    ) =>
      insert('annotation_assignments', {
        id: runId((made += 1)),
        queue,
        item,
        person,
        name: person,
        kind: 'work',
        round: 0,
        number: made,
        state: 'reserved',
        changed_at: 0,
        schema_version: 1,
        guidelines_version: 1,
        ...over,
      }),
    set: (assignment: number, set: string) =>
      raw.prepare(`UPDATE annotation_assignments SET ${set} WHERE n = ?`).run(assignment),
    [Symbol.dispose]() {
      catalog[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
}

it('hides runs of items that somebody holds or may get, until submitted or revealed', () => {
  using open = openQueues();
  const { hidden } = open;
  const of = (id: string, isAnnotator = false) => [...hidden.of({ id, isAnnotator }).runs].sort();
  const queue = open.queue();
  open.member(queue, 'ann');
  open.member(queue, 'bob');
  open.member(queue, 'cyd');
  const first = open.item(queue, 1);
  const second = open.item(queue, 2, { other_run: runId(3) });
  expect(of('ann')).toEqual([1, 2, 3].map(runId));
  expect(of('eve')).toEqual([]);
  const told = hidden.of({ id: 'ann', isAnnotator: false });
  expect(hidden.of({ id: 'ann', isAnnotator: false })).toBe(told);
  expect([told.hasTask('Shop 1', 1), told.hasTask('shop_1', 7), told.hasScenario('SHOP-1')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(Buffer.from(told.packed()).toString('hex')).toBe([...told.runs].join(''));

  expect(hidden.queuesOf(runId(1), 'ann')).toHaveLength(1);
  expect(hidden.queuesOf(runId(3), 'ann')).toEqual(hidden.queuesOf(runId(1), 'ann'));
  expect(hidden.queuesOf(runId(1), 'eve')).toEqual([]);

  // Submitting shows a run to whoever submitted it alone.
  const ann = open.assign(queue, first, 'ann');
  expect(of('ann')).toContain(runId(1));
  open.set(ann, "state = 'submitted', version = 1");
  expect(of('ann')).toEqual([2, 3].map(runId));
  expect(of('bob')).toContain(runId(1));
  // A note from a reviewer hides nothing again.
  open.set(ann, "state = 'returned'");
  expect(of('ann')).not.toContain(runId(1));
  // A reveal shows it before.
  const bob = open.assign(queue, second, 'bob');
  open.set(bob, 'revealed_at = 5');
  expect(of('bob')).toEqual([runId(1)]);
  // Where the overlap is full nobody else gets it any more; skipped or run out of time, it may come back until then.
  const cyd = open.assign(queue, first, 'cyd', { state: 'skipped' });
  expect(of('cyd')).toContain(runId(1));
  open.assign(queue, first, 'bob', { state: 'submitted', version: 1 });
  expect(of('cyd')).toEqual([2, 3].map(runId));
  open.set(cyd, "state = 'reserved'");
  expect(of('cyd')).toContain(runId(1));

  // A hidden repeat hides its run while it is held.
  const again = open.assign(queue, first, 'ann', { kind: 'repeat', round: 1 });
  expect(of('ann')).toContain(runId(1));
  open.set(again, "state = 'submitted', version = 1");
  expect(of('ann')).not.toContain(runId(1));
});

it('follows queues, members, roles, identical runs and what-ifs', () => {
  using open = openQueues();
  const { hidden, raw } = open;
  const of = (id: string, isAnnotator = false) => [...hidden.of({ id, isAnnotator }).runs].sort();
  const queue = open.queue({ everyone: 1, overlap: 1 });
  const item = open.item(queue, 1, { overlap: 1 });
  expect(of('ann', true)).toEqual([runId(1)]);
  expect(of('ann')).toEqual([]);
  open.member(queue, 'ann');
  expect(of('ann')).toEqual([runId(1)]);
  // Who asks without a name may be any of them.
  const other = open.item(open.queue(), 5, { targeted: 1 });
  expect([...hidden.ofStrangers().runs].sort()).toEqual([1, 5].map(runId));
  raw.prepare('UPDATE annotation_items SET submitted = overlap WHERE n = ?').run(other);
  expect([...hidden.ofStrangers().runs]).toEqual([runId(1)]);
  // Labelled once for runs with the same calls and answers.
  raw
    .prepare('INSERT INTO annotation_item_runs (queue, run, item) VALUES (?, ?, ?)')
    .run(queue, runId(4), item);
  expect(of('ann')).toEqual([1, 4].map(runId));
  raw.prepare("UPDATE annotation_queues SET state = 'closed'").run();
  expect(of('ann', true)).toEqual([]);
  raw.prepare("UPDATE annotation_queues SET state = 'paused'").run();
  expect(of('ann', true)).toHaveLength(2);
  raw.prepare('UPDATE annotation_items SET removed_at = 1').run();
  expect(of('ann')).toEqual([]);
  const meant = open.item(queue, 9, { targeted: 1 });
  expect(of('ann')).toEqual([]);
  raw.prepare('INSERT INTO annotation_item_people (item, person) VALUES (?, ?)').run(meant, 'ann');
  expect(of('ann')).toEqual([runId(9)]);
  const held = open.assign(queue, meant, 'bob', { other_alias: runId(77) });
  const { id } = raw.prepare('SELECT id FROM annotation_assignments WHERE n = ?').get(held) as { id: string };
  expect(hidden.runOf(id, 'bob')).toBe(runId(9));
  expect(hidden.runOf(id, 'ann')).toBeUndefined();
  expect(hidden.queuesOf(runId(9), 'ann')).toMatchObject([{ name: 'q' }]);
});

it('is the same whether it was followed or read anew', () => {
  using open = openQueues();
  const people = Array.from({ length: 20 }, (_, i) => `p${String(i)}`);
  const queue = open.queue({ overlap: 3 });
  for (const person of people) open.member(queue, person);
  const items = open.raw.transaction(() => Array.from({ length: 2_000 }, (_, i) => open.item(queue, i)))();
  for (const id of people) expect(open.hidden.of({ id, isAnnotator: false }).runs.size).toBe(2_000);
  let state = 7;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const mine = new Map<string, number>();
  for (let turn = 0; turn < 400; turn += 1) {
    const [item = 0, person = ''] = [items[next(60)], people[next(20)]];
    const known = mine.get(`${String(item)} ${person}`);
    if (known === undefined) mine.set(`${String(item)} ${person}`, open.assign(queue, item, person));
    else open.set(known, next(2) === 0 ? "state = 'submitted', version = 1" : "state = 'skipped'");
    open.hidden.of({ id: person, isAnnotator: false });
  }
  const fresh = open.fresh();
  for (const id of people)
    expect(open.hidden.of({ id, isAnnotator: false }).runs).toEqual(
      fresh.of({ id, isAnnotator: false }).runs,
    );
});
