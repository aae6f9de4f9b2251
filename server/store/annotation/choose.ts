import type { Catalog } from '../catalog.ts';
import type { ItemRow } from '../schema.ts';
import { kept } from './kept-statements.ts';
import { sharedSteps } from './run-paths.ts';
import { isPlaced, REPEAT_GAP, seeded } from './seeded.ts';
import type { KeptQueue } from './types.ts';

export interface Chosen {
  readonly item: ItemRow;
  readonly kind: 'work' | 'gold' | 'repeat';
  readonly round: number;
}

/** Of items `i`: free, not touched by @person (what ran out may come back to them), theirs to get, its run there. */
export const THEIRS = `i.queue = @queue AND i.removed_at IS NULL AND i.gold IS NULL AND i.taken < i.overlap
  AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a
    WHERE a.item = i.n AND a.person = @person AND a.round = 0 AND a.state <> 'expired')
  AND (i.targeted = 0 OR EXISTS (SELECT 1 FROM annotation_item_people AS p WHERE p.item = i.n AND p.person = @person))
  AND EXISTS (SELECT 1 FROM episodes AS e WHERE e.id = i.run)`;

/** Items of a queue that are counted for each person anew: some 10 ms for this many. */
const COUNTED = 5_000;

interface Asking {
  readonly queue: number;
  readonly person: string;
}

interface Extra {
  readonly scenario?: string;
  readonly task?: number | null;
  readonly path?: string;
  readonly n?: number;
}

/** What a person gets next. Inside the transaction that reserves it. */
export class Chooser {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** `number`: which one it will be of theirs. Undefined: nothing is left for them now. */
  next(queue: KeptQueue, person: string, number: number, round: number): Chosen | undefined {
    const asking = { queue: queue.n, person };
    if (queue.kind === 'onboarding') {
      const item = this.#onboardingItem(asking, round);
      return item && { item, kind: 'gold', round };
    }
    const resumed = this.#resumable(asking);
    if (resumed !== undefined) return { item: resumed, kind: 'work', round: 0 };
    const work = this.#work(queue, asking);
    // The last ones are work: nobody is kept for what only checks them.
    if (work === undefined) return undefined;
    const { goldOneIn, repeatOneIn, seed } = queue.settings;
    if (isPlaced(number, goldOneIn, seed, person, 'gold')) {
      const item = this.#gold(asking, seed, number);
      if (item !== undefined) return { item, kind: 'gold', round: 0 };
    }
    if (isPlaced(number, repeatOneIn, seed, person, 'repeat')) {
      const item = this.#repeat(asking, seed, number);
      if (item !== undefined) return { item, kind: 'repeat', round: 1 };
    }
    return { item: work, kind: 'work', round: 0 };
  }

  /** Work that they could get now. */
  left(queue: KeptQueue, person: string): number | null {
    const large = 'SELECT 1 AS n FROM annotation_items WHERE queue = @queue LIMIT 1 OFFSET @counted';
    if (this.#count(large, { queue: queue.n, counted: COUNTED }) > 0) return null;
    if (queue.kind === 'onboarding') {
      const sql = `SELECT count(*) AS n FROM annotation_items AS i WHERE i.queue = @queue AND i.removed_at IS NULL
        AND i.gold IS NOT NULL AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a
          WHERE a.item = i.n AND a.person = @person AND a.state <> 'expired' AND a.round = coalesce(
            (SELECT round FROM annotation_onboarding WHERE queue = @queue AND person = @person), 0))`;
      return this.#count(sql, { queue: queue.n, person });
    }
    const sql = `SELECT count(*) AS n FROM annotation_items AS i WHERE ${THEIRS}`;
    return this.#count(sql, { queue: queue.n, person });
  }

  /** Whether others hold what this person could label once they give it back. */
  isHeldByOthers(queue: KeptQueue, person: string): boolean {
    const sql = `SELECT 1 AS n FROM annotation_items AS i WHERE i.queue = @queue AND i.removed_at IS NULL AND i.gold IS NULL
      AND i.submitted < i.overlap AND i.taken >= i.overlap
      AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a
        WHERE a.item = i.n AND a.person = @person AND a.round = 0 AND a.state <> 'expired')
      AND (i.targeted = 0 OR EXISTS (SELECT 1 FROM annotation_item_people AS p WHERE p.item = i.n AND p.person = @person))
      LIMIT 1`;
    return this.#count(sql, { queue: queue.n, person }) > 0;
  }

  /** Whether nothing is in it that anybody could be given. */
  isEmpty({ n, kind }: KeptQueue): boolean {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM annotation_items WHERE queue = @queue AND removed_at IS NULL
      AND (gold IS NOT NULL) = @gold LIMIT 1)`;
    return this.#count(sql, { queue: n, gold: kind === 'onboarding' ? 1 : 0 }) === 0;
  }

  /** What ran out for them and is still free: they have a draft of it, or have looked at it. */
  #resumable(asking: Asking): ItemRow | undefined {
    // `+`: by their state, of which there are few, not through all that they had.
    const sql = `SELECT i.* FROM annotation_assignments AS mine JOIN annotation_items AS i ON i.n = mine.item
      WHERE mine.queue = @queue AND mine.person = @person AND mine.round = 0 AND mine.state = 'expired' AND ${THEIRS}
      ORDER BY +mine.number LIMIT 1`;
    return this.#item(sql, asking);
  }

  #onboardingItem(asking: Asking, round: number): ItemRow | undefined {
    const sql = `SELECT i.* FROM annotation_items AS i WHERE i.queue = @queue AND i.removed_at IS NULL AND i.gold IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a
        WHERE a.item = i.n AND a.person = @person AND a.round = @round AND a.state <> 'expired')
      AND EXISTS (SELECT 1 FROM episodes AS e WHERE e.id = i.run) ORDER BY i.n LIMIT 1`;
    return this.#item(sql, { ...asking, round });
  }

  #work(queue: KeptQueue, asking: Asking): ItemRow | undefined {
    if (queue.settings.ordering !== 'grouped') return this.#first(asking, 'true', 'i.place, i.n');
    const last = this.#item(
      `SELECT i.* FROM annotation_assignments AS a JOIN annotation_items AS i ON i.n = a.item
       WHERE a.queue = @queue AND a.person = @person ORDER BY a.number DESC LIMIT 1`,
      asking,
    );
    const order = 'i.scenario, i.task_idx, i.path, i.n';
    if (last === undefined) return this.#first(asking, 'true', order);
    return (
      this.#neighbour(asking, last) ??
      this.#first(
        { ...asking, scenario: last.scenario, task: last.task_idx },
        'i.scenario = @scenario AND i.task_idx > @task',
        order,
      ) ??
      this.#first({ ...asking, scenario: last.scenario }, 'i.scenario = @scenario', order) ??
      this.#first({ ...asking, scenario: last.scenario }, 'i.scenario > @scenario', order) ??
      this.#first(asking, 'true', order)
    );
  }

  /** Of the same task, the one that shares the longest beginning with the person's own last item: it stands beside it. */
  #neighbour(asking: Asking, last: ItemRow): ItemRow | undefined {
    const at = {
      ...asking,
      scenario: last.scenario,
      task: last.task_idx,
      path: last.path,
      n: last.n,
    };
    const task = 'i.scenario = @scenario AND i.task_idx IS @task';
    const after = this.#first(at, `${task} AND (i.path, i.n) > (@path, @n)`, 'i.path, i.n');
    const before = this.#first(at, `${task} AND (i.path, i.n) < (@path, @n)`, 'i.path DESC, i.n DESC');
    if (after === undefined || before === undefined) return after ?? before;
    return sharedSteps(before.path, last.path) > sharedSteps(after.path, last.path) ? before : after;
  }

  #first(asking: Asking & Extra, where: string, order: string): ItemRow | undefined {
    return this.#item(
      `SELECT i.* FROM annotation_items AS i WHERE ${THEIRS} AND ${where} ORDER BY ${order} LIMIT 1`,
      asking,
    );
  }

  #gold(asking: Asking, seed: number, number: number): ItemRow | undefined {
    const sql = `SELECT i.* FROM annotation_items AS i WHERE i.queue = @queue AND i.removed_at IS NULL AND i.gold IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a WHERE a.item = i.n AND a.person = @person)
      AND EXISTS (SELECT 1 FROM episodes AS e WHERE e.id = i.run) ORDER BY i.n LIMIT 500`;
    const all = kept(this.#catalog).prepare<unknown[], ItemRow>(sql).all(asking);
    return all[all.length === 0 ? 0 : seeded(seed, asking.person, 'which', number) % all.length];
  }

  /** One's own label of some items ago, not repeated yet. */
  #repeat(asking: Asking, seed: number, number: number): ItemRow | undefined {
    const sql = `SELECT i.* FROM annotation_assignments AS a JOIN annotation_items AS i ON i.n = a.item
      WHERE a.queue = @queue AND a.person = @person AND a.round = 0 AND a.kind = 'work' AND a.state = 'submitted'
        AND a.number < @before AND i.removed_at IS NULL AND i.gold IS NULL
        AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS r WHERE r.item = i.n AND r.person = @person AND r.round = 1)
      ORDER BY a.number LIMIT 500`;
    const all = kept(this.#catalog)
      .prepare<unknown[], ItemRow>(sql)
      .all({ ...asking, before: number - REPEAT_GAP });
    return all[all.length === 0 ? 0 : seeded(seed, asking.person, 'again', number) % all.length];
  }

  #item(sql: string, values: object): ItemRow | undefined {
    return kept(this.#catalog).prepare<unknown[], ItemRow>(sql).get(values);
  }

  #count(sql: string, values: object): number {
    return kept(this.#catalog).prepare<unknown[], { n: number }>(sql).get(values)?.n ?? 0;
  }
}
