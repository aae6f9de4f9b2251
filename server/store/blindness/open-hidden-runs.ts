import type { Catalog } from '../catalog.ts';
import { sidesSwapped } from '../annotation/index.ts';
import { PersonHidden, type HidingItem } from './person-hidden.ts';
import type { HiddenRuns, HiddenSet, Labeller } from './types.ts';
import { watchItems } from './watch-items.ts';

/** People of whom it is kept what is hidden from them. */
const KEPT = 500;

/**
 * Items that a person may get or holds. A returned label was submitted once: its author has seen the rest. Who skipped an item or let
 * it expire may get it again while its overlap is not full. Hidden repeats hide their run while they are held.
 */
function hiding(which: string): string {
  return `
SELECT i.n, i.scenario, i.task_idx AS taskIdx
FROM annotation_items AS i JOIN annotation_queues AS q ON q.n = i.queue
  LEFT JOIN annotation_assignments AS a ON a.item = i.n AND a.person = @person AND a.round = 0
WHERE q.state <> 'closed' AND i.removed_at IS NULL ${which}
  AND (@stranger OR q.n IN (SELECT queue FROM annotation_members WHERE person = @person) OR (@annotator AND q.everyone))
  AND (a.n IS NULL OR (a.version = 0 AND a.revealed_at IS NULL))
  AND (i.gold IS NOT NULL OR i.submitted < i.overlap OR a.state = 'reserved')
  AND (@stranger OR i.targeted = 0 OR EXISTS (SELECT 1 FROM annotation_item_people AS p WHERE p.item = i.n AND p.person = @person))
UNION
SELECT i.n, i.scenario, i.task_idx FROM annotation_assignments AS a JOIN annotation_items AS i ON i.n = a.item
WHERE a.person = @person AND a.state = 'reserved' AND a.version = 0 AND a.revealed_at IS NULL ${which}`;
}

interface Aliased {
  readonly round: number;
  readonly isFirst: number;
  readonly run: string;
  readonly otherRun: string;
}

type Row = Omit<HidingItem, 'runs'>;
interface Who {
  readonly person: string;
  readonly annotator: number;
  /** Nobody in particular, who may be anybody. */
  readonly stranger: number;
}

/** Kept in memory and brought up to date with what changed: 10,000 items of 50 people are asked of with every request. */
export function openHiddenRuns(catalog: Catalog): HiddenRuns {
  const { raw } = catalog;
  const all = raw.prepare<[Who], Row>(hiding(''));
  const one = raw.prepare<[Who & { readonly item: number }], Row>(hiding('AND i.n = @item'));
  const runsOfAll = raw.prepare<[], { item: number; run: string }>(
    `SELECT n AS item, run FROM annotation_items UNION SELECT n, other_run FROM annotation_items WHERE other_run <> ''
     UNION SELECT item, run FROM annotation_item_runs`,
  );
  const runsOfOne = raw.prepare<[{ readonly item: number }], { run: string }>(
    `SELECT run FROM annotation_items WHERE n = @item
     UNION SELECT other_run FROM annotation_items WHERE n = @item AND other_run <> ''
     UNION SELECT run FROM annotation_item_runs WHERE item = @item`,
  );
  const itemsOf = raw.prepare<[{ readonly run: string }], { item: number }>(
    `SELECT n AS item FROM annotation_items WHERE run = @run OR other_run = @run
     UNION SELECT item FROM annotation_item_runs WHERE run = @run`,
  );
  const itemAt = raw.prepare<[{ readonly id: string }], { n: number }>(
    'SELECT n FROM annotation_items WHERE id = @id AND removed_at IS NULL',
  );
  const parentOf = raw.prepare<[string], { parent: string | null }>(
    'SELECT parent_id AS parent FROM episodes WHERE id = ?',
  );
  // Played blind, a fork tells no verdict before its end: whoever mends a run plays on from it.
  const forks = raw.prepare<[], { parent: string; child: string }>(
    `SELECT parent_id AS parent, id AS child FROM episodes
     WHERE parent_id IS NOT NULL AND (baseline = 0 OR ended_at IS NOT NULL)`,
  );
  const aliased = raw.prepare<[{ readonly alias: string; readonly person: string }], Aliased>(
    `SELECT a.round, a.id = @alias AS isFirst, i.run, i.other_run AS otherRun
     FROM annotation_assignments AS a JOIN annotation_items AS i ON i.n = a.item
     WHERE (a.id = @alias OR a.other_alias = @alias) AND a.person = @person`,
  );
  const queuesOf = raw.prepare<
    [{ readonly run: string; readonly person: string }],
    { id: string; name: string }
  >(
    `SELECT DISTINCT q.id, q.name FROM annotation_items AS i JOIN annotation_queues AS q ON q.n = i.queue
     WHERE i.n IN (SELECT n FROM annotation_items WHERE run = @run OR other_run = @run
         UNION SELECT item FROM annotation_item_runs WHERE run = @run)
       AND i.removed_at IS NULL AND q.state <> 'closed' AND (q.everyone
       OR q.n IN (SELECT queue FROM annotation_members WHERE person = @person)) LIMIT 10`,
  );
  const people = new Map<string, PersonHidden>();
  const itemRuns = new Map<number, readonly string[]>();
  let children: Map<string, string[]> | undefined;
  const forked = new Set<string>();
  let made = 0;
  let otherWriters = dataVersion();

  function dataVersion(): number {
    return Number(raw.pragma('data_version', { simple: true }));
  }

  function viewsOf(person: string | null): Iterable<PersonHidden> {
    return person === null ? people.values() : namesOf(person).flatMap((name) => people.get(name) ?? []);
  }

  function touchAll(person: string | null): void {
    for (const view of viewsOf(person)) view.touchAll();
  }

  function touch(item: number, person: string | null): void {
    if (person === null) itemRuns.delete(item);
    for (const view of viewsOf(person)) view.touch(item);
  }

  watchItems(catalog, {
    item: touch,
    all: touchAll,
    forked(parent, child) {
      if (children?.get(parent)?.includes(child) === true) return;
      children?.set(parent, [...(children.get(parent) ?? []), child]);
      // Told within a write, when nothing can be asked.
      forked.add(parent);
    },
  });

  /** With the forks and what-ifs made of them, whose first states, and verdicts of these, are theirs. */
  function family(runs: readonly string[]): readonly string[] {
    children ??= grouped(forks.all());
    const found = new Set(runs);
    for (const run of found) for (const child of children.get(run) ?? []) found.add(child);
    return [...found];
  }

  /** Items of runs that were forked since, or of those that these were forked from. */
  function touchForked(): void {
    for (const run of forked) {
      const parent = parentOf.get(run)?.parent ?? null;
      if (parent !== null) forked.add(parent);
      for (const { item } of itemsOf.all({ run })) touch(item, null);
    }
    forked.clear();
  }

  function runsOf(item: number): readonly string[] {
    const known = itemRuns.get(item);
    if (known !== undefined) return known;
    const runs = family(runsOfOne.all({ item }).map(({ run }) => run));
    itemRuns.set(item, runs);
    return runs;
  }

  function readAll(): void {
    const byItem = new Map<number, string[]>();
    for (const { item, run } of runsOfAll.iterate()) {
      const runs = byItem.get(item);
      if (runs === undefined) byItem.set(item, [run]);
      else runs.push(run);
    }
    for (const [item, runs] of byItem) itemRuns.set(item, family(runs));
  }

  function bringUp(view: PersonHidden, who: Who): void {
    const { dirty } = view;
    const withRuns = (row: Row): HidingItem => ({ ...row, runs: runsOf(row.n) });
    if (dirty === 'all') {
      const rows = all.all(who);
      if (rows.length > itemRuns.size + MANY) readAll();
      view.replaceAll(rows.map(withRuns));
    } else if (dirty.size > 0)
      view.replaceDirty([...dirty].flatMap((item) => one.all({ ...who, item }).map(withRuns)));
  }

  function upToDate(): void {
    const now = dataVersion();
    if (now !== otherWriters) {
      otherWriters = now;
      itemRuns.clear();
      children = undefined;
      touchAll(null);
    }
    touchForked();
  }

  function hiddenFrom(name: string, who: Who): HiddenSet {
    upToDate();
    let view = people.get(name);
    people.delete(name);
    view ??= new PersonHidden(String((made += 1)));
    people.set(name, view);
    if (people.size > KEPT) people.delete(people.keys().next().value ?? '');
    bringUp(view, who);
    return view.get();
  }

  return {
    of({ id, isAnnotator }: Labeller): HiddenSet {
      const [asAnnotator, otherwise] = namesOf(id);
      const who = { person: id, annotator: isAnnotator ? 1 : 0, stranger: 0 };
      return hiddenFrom(isAnnotator ? asAnnotator : otherwise, who);
    },
    ofStrangers: () => hiddenFrom('strangers', { person: '', annotator: 0, stranger: 1 }),
    ofItem(id) {
      upToDate();
      const item = itemAt.get({ id })?.n;
      return item === undefined ? [] : runsOf(item);
    },
    runOf(alias, person) {
      const found = aliased.get({ alias, person });
      if (found === undefined) return undefined;
      const { round, isFirst, run, otherRun } = found;
      if (otherRun === '') return run;
      return (isFirst === 1) === sidesSwapped(found, person, round) ? otherRun : run;
    },
    queuesOf: (run, person) => queuesOf.all({ run, person }),
  };
}

/** What is hidden from a person is another matter once they lose or get the role. */
function namesOf(person: string): readonly [asAnnotator: string, otherwise: string] {
  return [`a:${person}`, `o:${person}`];
}

/** So many items are read together rather than one by one. */
const MANY = 500;

function grouped(
  rows: readonly { readonly parent: string; readonly child: string }[],
): Map<string, string[]> {
  const byParent = new Map<string, string[]>();
  for (const { parent, child } of rows) {
    const known = byParent.get(parent);
    if (known === undefined) byParent.set(parent, [child]);
    else known.push(child);
  }
  return byParent;
}
