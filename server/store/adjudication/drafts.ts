import { decisionDraftSchema } from '../../../lib/contracts/annotation/adjudication.ts';
import type { DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import type { Catalog } from '../catalog.ts';
import { basisSchema } from './decision-rows.ts';
import type { KeptDraft, Place, SaveOutcome } from './types.ts';

const NONE: KeptDraft = {
  revision: 0,
  draft: null,
  basis: [],
  savedAtMs: null,
  revealedAtMs: null,
  skippedAtMs: null,
};

/** What adjudicators chose so far, each for themselves. */
export class DecisionDrafts {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get({ item, person }: Place): KeptDraft {
    const row = this.#catalog.get(
      this.#catalog.query
        .selectFrom('adjudication_drafts')
        .selectAll()
        .where('item', '=', item)
        .where('person', '=', person),
    );
    if (row === undefined) return NONE;
    return {
      revision: row.revision,
      draft: row.draft === null ? null : decisionDraftSchema.parse(JSON.parse(row.draft)),
      basis: row.basis === null ? [] : basisSchema.parse(JSON.parse(row.basis)),
      savedAtMs: row.saved_at,
      revealedAtMs: row.revealed_at,
      skippedAtMs: row.skipped_at,
    };
  }

  skipped(person: string): ReadonlySet<string> {
    const rows = this.#catalog.all(
      this.#catalog.query
        .selectFrom('adjudication_drafts')
        .select('item')
        .where('person', '=', person)
        .where('skipped_at', 'is not', null),
    );
    return new Set(rows.map(({ item }) => item));
  }

  /** Within a transaction. */
  save(
    place: Place,
    save: { readonly baseRevision: number; readonly draft: DecisionDraft; readonly basis: readonly string[] },
    nowMs: number,
  ): SaveOutcome {
    const kept = this.get(place);
    if (kept.revision !== save.baseRevision) return { kind: 'newer', draft: kept };
    const said = {
      revision: kept.revision + 1,
      draft: JSON.stringify(save.draft),
      basis: JSON.stringify(save.basis),
      saved_at: nowMs,
      // Who works on it has not left it to others.
      skipped_at: null,
      skip_reason: null,
    };
    this.#put(place, said);
    return {
      kind: 'saved',
      draft: {
        ...kept,
        revision: said.revision,
        draft: save.draft,
        basis: save.basis,
        savedAtMs: nowMs,
        skippedAtMs: null,
      },
    };
  }

  reveal(place: Place, nowMs: number): void {
    if (this.get(place).revealedAtMs === null) this.#put(place, { revealed_at: nowMs });
  }

  skip(place: Place, reason: string, nowMs: number): void {
    this.#put(place, { skipped_at: nowMs, skip_reason: reason });
  }

  #put(
    place: Place,
    values: Readonly<Partial<Record<'draft' | 'basis' | 'skip_reason', string | null>>> &
      Readonly<Partial<Record<'saved_at' | 'revealed_at' | 'skipped_at', number | null>>> & {
        readonly revision?: number;
      },
  ): void {
    this.#catalog.run(
      this.#catalog.query
        .insertInto('adjudication_drafts')
        .values({ ...place, ...values })
        .onConflict((conflict) => conflict.columns(['item', 'person']).doUpdateSet(values)),
    );
  }
}
