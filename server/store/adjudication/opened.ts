import type { Catalog } from '../catalog.ts';
import type { Place } from './types.ts';

/** Items that adjudicators opened: what is hidden from them until they decide, give back or reveal. Writing within a transaction. */
export class OpenedItems {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Taking again what was given back is remembered. */
  open({ item, person }: Place, project: string, nowMs: number): void {
    this.#catalog.run(
      this.#catalog.query
        .insertInto('adjudication_opened')
        .values({ item, person, project, at: nowMs })
        .onConflict((conflict) =>
          conflict
            .columns(['person', 'item'])
            .doUpdateSet({ looked: 1, given_back_at: null })
            .where('adjudication_opened.given_back_at', 'is not', null),
        ),
    );
  }

  giveBack({ item, person }: Place, nowMs: number): void {
    this.#catalog.run(
      this.#catalog.query
        .updateTable('adjudication_opened')
        .set({ given_back_at: nowMs })
        .where('item', '=', item)
        .where('person', '=', person)
        .where('given_back_at', 'is', null),
    );
  }

  /** It is decided: nobody needs to be blind to it any more. */
  forget(item: string): void {
    this.#catalog.run(this.#catalog.query.deleteFrom('adjudication_opened').where('item', '=', item));
  }

  /** By person; revealed ones are not in it. */
  inHand(): Map<string, { readonly item: string; readonly project: string }[]> {
    const rows = this.#catalog.all(
      this.#catalog.query
        .selectFrom('adjudication_opened as o')
        .leftJoin('adjudication_drafts as d', (join) =>
          join.onRef('d.item', '=', 'o.item').onRef('d.person', '=', 'o.person'),
        )
        .select(['o.person', 'o.item', 'o.project'])
        .where('o.given_back_at', 'is', null)
        .where('d.revealed_at', 'is', null),
    );
    return Map.groupBy(rows, ({ person }) => person);
  }

  /** Whether a person has had an item in hand all the time since they opened it. */
  keptBlind({ item, person }: Place): boolean {
    const row = this.#catalog.get(
      this.#catalog.query
        .selectFrom('adjudication_opened')
        .select(['given_back_at', 'looked'])
        .where('item', '=', item)
        .where('person', '=', person),
    );
    return row !== undefined && row.given_back_at === null && row.looked === 0;
  }
}
