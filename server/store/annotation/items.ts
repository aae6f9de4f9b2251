import { setImmediate } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { QueuePreview } from '../../../lib/contracts/annotation/queue-admin.ts';
import type { ItemRow } from '../schema.ts';
import { keptItem } from './rows.ts';
import { newId, type Ledger } from './ledger.ts';
import { kept } from './kept-statements.ts';
import { placeOf } from './places.ts';
import { runPaths, type RunPath, type RunPaths } from './run-paths.ts';
import { seeded } from './seeded.ts';
import type { AddOptions as WholeOptions, KeptItem, KeptQueue, NewItem, Who } from './types.ts';

type AddOptions = Omit<WholeOptions, 'meansOf'>;

/** Of a pair: of its first run, as far as both are there, have ended and were recorded. */
interface ItemPath extends RunPath {
  /** Both runs of a pair are the same. */
  readonly isOneRun: boolean;
}

/** Runs read before others have their turn; added in one transaction. */
const BATCH = 25;

interface Found {
  readonly n: number;
  readonly removed_at: number | null;
}

/** What adding came to so far. Without a queue, or dry, what would be there is remembered instead. */
interface Adding {
  readonly queue: KeptQueue | null;
  readonly options: AddOptions;
  readonly total: { -readonly [K in keyof QueuePreview]: QueuePreview[K] };
  readonly seen: Set<string>;
  readonly identities: Set<string>;
  readonly perDay: Map<string, number>;
}

export class Items {
  readonly #ledger: Ledger;
  readonly #paths: RunPaths;
  readonly #find: Statement<[number, string, string, number], Found>;
  readonly #joined: Statement<[number, string], { item: number }>;
  readonly #same: Statement<[number, string], { n: number }>;
  readonly #ofDay: Statement<[number, string, number | null, string], { n: number }>;

  constructor(ledger: Ledger) {
    const { raw } = ledger.catalog;
    this.#ledger = ledger;
    this.#paths = runPaths(ledger.catalog);
    this.#find = raw.prepare(
      'SELECT n, removed_at FROM annotation_items WHERE queue = ? AND run = ? AND other_run = ? AND fix_seq = ?',
    );
    this.#joined = raw.prepare('SELECT item FROM annotation_item_runs WHERE queue = ? AND run = ?');
    this.#same = raw.prepare(
      `SELECT n FROM annotation_items
       WHERE queue = ? AND identity = ? AND removed_at IS NULL AND gold IS NULL AND other_run = '' AND fix_seq = -1 LIMIT 1`,
    );
    this.#ofDay = raw.prepare(
      'SELECT count(*) AS n FROM annotation_items WHERE queue = ? AND scenario = ? AND task_idx IS ? AND day = ?',
    );
  }

  async add(
    queue: KeptQueue | null,
    items: readonly NewItem[],
    options: AddOptions,
    onMerged: (item: number, run: string) => void,
    signal?: AbortSignal,
  ): Promise<QueuePreview> {
    const total = {
      runs: items.length,
      items: 0,
      identical: 0,
      already: 0,
      removed: 0,
      notEnded: 0,
      overLimit: 0,
      gone: 0,
      notRecorded: 0,
    };
    const adding: Adding = {
      queue,
      options,
      total,
      seen: new Set(),
      identities: new Set(),
      perDay: new Map(),
    };
    const seed = queue?.settings.seed ?? 0;
    // So that those of a task come by chance, where an order counts them.
    const inOrder =
      queue?.settings.ordering === 'stratified'
        ? [...items].sort((a, b) => seeded(seed, a.run) - seeded(seed, b.run))
        : items;
    for (let start = 0; start < inOrder.length; start += BATCH) {
      if (start > 0) await setImmediate();
      signal?.throwIfAborted();
      const some = inOrder.slice(start, start + BATCH).map((item) => ({ item, path: this.#pathOf(item) }));
      if (options.dryRun || queue === null)
        for (const each of some) this.#count(adding, each.item, each.path);
      else
        this.#ledger.write('labels', () => {
          for (const { item, path } of some) this.#put(adding, queue, item, path, onMerged);
        });
    }
    return total;
  }

  /** @throws AppError not_found */
  get(queue: KeptQueue, id: string): ItemRow {
    const { catalog } = this.#ledger;
    const query = catalog.query
      .selectFrom('annotation_items')
      .selectAll()
      .where('id', '=', id)
      .where('queue', '=', queue.n);
    const row = catalog.get(query);
    if (row === undefined) throw new AppError('not_found', 'There is no such item in this queue.');
    return row;
  }

  byNumber(n: number): KeptItem {
    const row = kept(this.#ledger.catalog)
      .prepare<[number], ItemRow>('SELECT * FROM annotation_items WHERE n = ?')
      .get(n);
    if (row === undefined) throw new AppError('not_found', 'There is no such item.');
    return keptItem(row);
  }

  remove(queue: KeptQueue, ids: readonly string[], by: Who): number {
    const at = Date.now();
    const { raw } = this.#ledger.catalog;
    const remove = raw.prepare(
      'UPDATE annotation_items SET removed_at = ?, removed_by = ? WHERE id = ? AND queue = ? AND removed_at IS NULL',
    );
    const release = raw.prepare(
      `UPDATE annotation_assignments SET state = 'expired', changed_at = ?
       WHERE state = 'reserved' AND item = (SELECT n FROM annotation_items WHERE id = ?)`,
    );
    return this.#ledger.write('labels', () => {
      let removed = 0;
      for (const id of ids) {
        const { changes } = remove.run(at, by.name, id, queue.n);
        if (changes > 0) release.run(at, id);
        removed += changes;
      }
      return removed;
    });
  }

  setGold(queue: KeptQueue, id: string, gold: LabelDoc | null, why: string): void {
    const item = this.get(queue, id);
    const { raw } = this.#ledger.catalog;
    this.#ledger.write('labels', () => {
      raw
        .prepare('UPDATE annotation_items SET gold = ?, gold_why = ? WHERE n = ?')
        .run(gold === null ? null : JSON.stringify(gold), gold === null ? '' : why, item.n);
      raw
        .prepare("UPDATE annotation_assignments SET kind = ? WHERE item = ? AND kind <> 'repeat'")
        .run(gold === null ? 'work' : 'gold', item.n);
    });
  }

  async placeAgain(queue: KeptQueue): Promise<void> {
    const { raw } = this.#ledger.catalog;
    const rows = raw
      .prepare<[number], { n: number; run: string; scenario: string; task_idx: number | null }>(
        'SELECT n, run, scenario, task_idx FROM annotation_items WHERE queue = ? ORDER BY n',
      )
      .all(queue.n);
    const { ordering, seed } = queue.settings;
    if (ordering === 'stratified') rows.sort((a, b) => seeded(seed, a.run) - seeded(seed, b.run));
    const ranks = new Map<string, number>();
    const set = raw.prepare('UPDATE annotation_items SET place = ? WHERE n = ?');
    for (let start = 0; start < rows.length; start += 10 * BATCH) {
      if (start > 0) await setImmediate();
      this.#ledger.write('draft', () => {
        for (const row of rows.slice(start, start + 10 * BATCH)) {
          const stratum = `${row.scenario}\n${String(row.task_idx)}`;
          const rank = ranks.get(stratum) ?? 0;
          ranks.set(stratum, rank + 1);
          set.run(placeOf(this.#ledger.catalog, { ordering, seed, run: row.run, rank: () => rank }), row.n);
        }
      });
    }
  }

  /** Only counts. */
  #pathOf({ run, otherRun }: NewItem): ItemPath | undefined {
    const path = this.#paths.of(run);
    if (path === undefined || otherRun === undefined) return path && { ...path, isOneRun: false };
    const other = this.#paths.of(otherRun);
    if (other === undefined) return undefined;
    return {
      ...path,
      day: other.day === null ? null : path.day,
      recorded: path.recorded && other.recorded,
      isOneRun: run === otherRun || (path.identity !== null && path.identity === other.identity),
    };
  }

  #count(adding: Adding, item: NewItem, path: ItemPath | undefined): void {
    const { queue, options, total, seen, identities } = adding;
    const why = this.#keptOut(adding, item, path);
    if (why !== undefined) {
      total[why] += 1;
      return;
    }
    seen.add(nameOf(item));
    const identity = mergeable(item, options) ? path?.identity : null;
    if (identity !== null && identity !== undefined) {
      if (identities.has(identity) || (queue !== null && this.#same.get(queue.n, identity) !== undefined)) {
        total.identical += 1;
        return;
      }
      identities.add(identity);
    }
    this.#countNew(adding, path);
  }

  #put(
    adding: Adding,
    queue: KeptQueue,
    item: NewItem,
    path: ItemPath | undefined,
    onMerged: (item: number, run: string) => void,
  ): void {
    const { catalog } = this.#ledger;
    const { options, total, seen } = adding;
    const why = this.#keptOut(adding, item, path);
    if (why !== undefined || path === undefined) {
      total[why ?? 'gone'] += 1;
      return;
    }
    seen.add(nameOf(item));
    const back = this.#find.get(queue.n, item.run, item.otherRun ?? '', item.fix?.seq ?? -1);
    if (back !== undefined) {
      catalog.raw
        .prepare('UPDATE annotation_items SET removed_at = NULL, removed_by = NULL WHERE n = ?')
        .run(back.n);
      total.items += 1;
      return;
    }
    const { identity, day } = path;
    const same =
      identity !== null && mergeable(item, options) ? this.#same.get(queue.n, identity) : undefined;
    if (same !== undefined) {
      catalog.raw
        .prepare('INSERT INTO annotation_item_runs (queue, run, item, day) VALUES (?, ?, ?, ?)')
        .run(queue.n, item.run, same.n, day);
      total.identical += 1;
      onMerged(same.n, item.run);
      return;
    }
    this.#countNew(adding, path);
    this.#insert(queue, item, path);
  }

  #insert(queue: KeptQueue, item: NewItem, path: RunPath): void {
    const { catalog } = this.#ledger;
    const { ordering, seed, overlap } = queue.settings;
    const rank = () =>
      catalog.raw
        .prepare<[number, string, number | null], { n: number }>(
          'SELECT count(*) AS n FROM annotation_items WHERE queue = ? AND scenario = ? AND task_idx IS ?',
        )
        .get(queue.n, path.scenario, path.taskIdx)?.n ?? 0;
    const inserted = catalog.get(
      catalog.query
        .insertInto('annotation_items')
        .values({
          id: newId(),
          queue: queue.n,
          run: item.run,
          other_run: item.otherRun ?? '',
          scenario: path.scenario,
          task_idx: path.taskIdx,
          day: path.day,
          gold: item.gold === undefined ? null : JSON.stringify(item.gold.doc),
          gold_why: item.gold?.why ?? '',
          path: path.path,
          identity: path.identity,
          place: placeOf(catalog, { ordering, seed, run: item.run, rank }),
          fix_seq: item.fix?.seq ?? -1,
          fix_note: item.fix?.note ?? null,
          targeted: item.people === undefined || item.people.length === 0 ? 0 : 1,
          overlap,
          taken: 0,
          submitted: 0,
          removed_at: null,
          removed_by: null,
          added_at: Date.now(),
        })
        .returning('n'),
    );
    if (inserted === undefined) throw new AppError('internal', 'The item was not added.');
    const person = catalog.raw.prepare(
      'INSERT INTO annotation_item_people (item, person, draft) VALUES (?, ?, ?)',
    );
    for (const { person: id, draft } of item.people ?? [])
      person.run(inserted.n, id, draft === null ? null : JSON.stringify(draft));
  }

  #countNew({ queue, options, total, perDay }: Adding, path: RunPath | undefined): void {
    total.items += 1;
    if (path?.recorded === false) total.notRecorded += 1;
    if (options.perTaskPerDay === null || path === undefined) return;
    const key = dayKey(path);
    perDay.set(key, (perDay.get(key) ?? this.#countOfDay(queue, path)) + 1);
  }

  #keptOut(
    { queue, options, seen, perDay }: Adding,
    item: NewItem,
    path: ItemPath | undefined,
  ): 'gone' | 'notEnded' | 'identical' | 'already' | 'removed' | 'overLimit' | undefined {
    if (path === undefined) return 'gone';
    if (path.day === null) return 'notEnded';
    if (path.isOneRun) return 'identical';
    if (seen.has(nameOf(item))) return 'already';
    if (queue !== null) {
      const found = this.#find.get(queue.n, item.run, item.otherRun ?? '', item.fix?.seq ?? -1);
      if (found !== undefined) {
        if (found.removed_at === null) return 'already';
        return options.again ? undefined : 'removed';
      }
      if (this.#joined.get(queue.n, item.run) !== undefined && item.otherRun === undefined) return 'already';
    }
    if (options.perTaskPerDay === null) return undefined;
    const count = perDay.get(dayKey(path)) ?? this.#countOfDay(queue, path);
    return count >= options.perTaskPerDay ? 'overLimit' : undefined;
  }

  #countOfDay(queue: KeptQueue | null, { scenario, taskIdx, day }: RunPath): number {
    if (queue === null || day === null) return 0;
    return this.#ofDay.get(queue.n, scenario, taskIdx, day)?.n ?? 0;
  }
}

function mergeable(item: NewItem, options: AddOptions): boolean {
  return (
    options.merge &&
    item.otherRun === undefined &&
    item.fix === undefined &&
    item.gold === undefined &&
    !item.people?.length
  );
}

function nameOf({ run, otherRun, fix }: NewItem): string {
  return `${run} ${otherRun ?? ''} ${String(fix?.seq ?? '')}`;
}

function dayKey({ scenario, taskIdx, day }: RunPath): string {
  return `${scenario}\n${String(taskIdx)}\n${day ?? ''}`;
}
