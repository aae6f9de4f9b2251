import type { RunColumns } from './run-columns.ts';

interface Kept {
  readonly version: string;
  readonly order: Uint32Array;
}

/** Sorted slots, kept until what they are sorted by changes. */
export class Orders {
  readonly #columns: RunColumns;
  readonly #kept = new Map<string, Kept>();

  constructor(columns: RunColumns) {
    this.#columns = columns;
  }

  /** Newest first where `by` is null. What is not known comes last, either way. */
  of(by: string | null, reversed: boolean): Uint32Array {
    const key = `${by ?? 'when'} ${String(reversed)}`;
    const version = this.#version(by ?? 'when');
    const kept = this.#kept.get(key);
    if (kept?.version === version) return kept.order;
    const order = this.#sort(by ?? 'when', reversed);
    this.#kept.set(key, { version, order });
    return order;
  }

  #version(by: string): string {
    const { sortNumbers, sortTexts, members } = this.#columns;
    const own = sortNumbers.get(by)?.version ?? sortTexts.get(by)?.version ?? 0;
    return `${String(members)} ${String(own)} ${String(sortNumbers.get('when')?.version ?? 0)}`;
  }

  #sort(by: string, reversed: boolean): Uint32Array {
    const { count, ns } = this.#columns;
    if (by === 'when' && !reversed) {
      const when = this.#keys('when');
      const slots = Uint32Array.from({ length: count }, (_, slot) => slot);
      return slots.sort((a, b) => (when[b] ?? 0) - (when[a] ?? 0) || (ns[b] ?? 0) - (ns[a] ?? 0));
    }
    const newest = this.of(null, false);
    const keys = this.#keys(by);
    const sign = reversed ? 1 : -1;
    const known: number[] = [];
    const unknown: number[] = [];
    for (const slot of newest) (Number.isNaN(keys[slot]) ? unknown : known).push(slot);
    known.sort((a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)));
    const order = new Uint32Array(count);
    order.set(known);
    order.set(unknown, known.length);
    return order;
  }

  /** Largest first is the natural order: texts get numbers that fall from A to Z. */
  #keys(by: string): Float64Array {
    const { count, sortNumbers, sortTexts } = this.#columns;
    const numbers = sortNumbers.get(by);
    if (numbers !== undefined) return numbers.values.subarray(0, count);
    const texts = sortTexts.get(by);
    if (texts === undefined) return new Float64Array(count);
    const names = texts.lists.map((list, code) => ({ code, name: list[0] }));
    const ranks = new Float64Array(names.length).fill(NaN);
    names
      .filter(({ name }) => name !== undefined)
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
      .forEach(({ code }, i) => {
        ranks[code] = -i;
      });
    return Float64Array.from({ length: count }, (_, slot) => ranks[texts.codes[slot] ?? 0] ?? NaN);
  }
}
