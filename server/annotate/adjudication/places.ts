import type { AdjudicationParts } from './types.ts';

/** Runs of items by their ids, which never change; read again only for an id that is not known yet. */
export class ItemPlaces {
  readonly #parts: Pick<AdjudicationParts, 'records'>;
  #runs = new Map<string, string>();
  #revision = -1;

  constructor(parts: Pick<AdjudicationParts, 'records'>) {
    this.#parts = parts;
  }

  run(item: string): string | undefined {
    const known = this.#runs.get(item);
    const { records } = this.#parts;
    if (known !== undefined || this.#revision === records.revision()) return known;
    this.#revision = records.revision();
    this.#runs = new Map(records.items({}).map(({ id, run }) => [id, run]));
    return this.#runs.get(item);
  }
}
