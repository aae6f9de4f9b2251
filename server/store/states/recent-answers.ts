/** Memory for answers, in bytes. */
const BYTES = 32 << 20;
/** What an entry takes beside its value. */
const ENTRY = 500;

/** Answers given last, up to so many bytes; those not asked for longest go first. */
export class RecentAnswers {
  readonly #limit: number;
  readonly #kept = new Map<string, { readonly value: object; readonly bytes: number }>();
  #bytes = 0;

  constructor(limit = BYTES) {
    this.#limit = limit;
  }

  get(key: string): object | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  keep(key: string, value: object, size: number): void {
    const bytes = size + 2 * key.length + ENTRY;
    if (bytes > this.#limit / 4 || this.#kept.has(key)) return;
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [name, entry] of this.#kept) {
      if (this.#bytes <= this.#limit) break;
      this.#kept.delete(name);
      this.#bytes -= entry.bytes;
    }
  }
}
