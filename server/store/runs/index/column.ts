/** Values of one field by slot, packed; a slot is a run's place in all columns. `version` rises when a value changes. */

const FIRST_SLOTS = 1024;

function grown<A extends Float64Array | Uint32Array>(old: A, slot: number, make: (length: number) => A): A {
  if (slot < old.length) return old;
  const wider = make(Math.max(FIRST_SLOTS, old.length * 2, slot + 1));
  wider.set(old);
  return wider;
}

/** NaN stands for what is not known. */
export class NumberColumn {
  values = new Float64Array(0);
  version = 0;

  set(slot: number, value: number | null): void {
    this.values = grown(this.values, slot, (length) => new Float64Array(length));
    const next = value ?? NaN;
    if (Object.is(this.values[slot], next)) return;
    this.values[slot] = next;
    this.version++;
  }

  move(from: number, to: number): void {
    this.set(to, this.values[from] ?? NaN);
  }
}

/** Lists of texts, each distinct list stored once. */
export class ValuesColumn {
  codes = new Uint32Array(0);
  version = 0;
  /** By code. */
  readonly lists: (readonly string[])[] = [];
  readonly #byKey = new Map<string, number>();

  set(slot: number, values: readonly string[]): void {
    this.#put(slot, this.#code(values));
  }

  move(from: number, to: number): void {
    this.#put(to, this.codes[from] ?? 0);
  }

  at(slot: number): readonly string[] {
    return this.lists[this.codes[slot] ?? 0] ?? [];
  }

  #put(slot: number, code: number): void {
    this.codes = grown(this.codes, slot, (length) => new Uint32Array(length));
    if (this.codes[slot] === code) return;
    this.codes[slot] = code;
    this.version++;
  }

  #code(values: readonly string[]): number {
    const key = values.length === 1 ? (values[0] ?? '') : `\n${JSON.stringify(values)}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const code = this.lists.length;
    this.lists.push(values);
    this.#byKey.set(key, code);
    return code;
  }
}
