import type { RunRow } from '../../../../lib/contracts/runs.ts';
import { createRunFilter, NONE } from '../../../../lib/domain/run-filter/index.ts';
import { NumberColumn, ValuesColumn } from './column.ts';

const FILTER = createRunFilter();

/**
 * Every run's fields and sort keys in columns, as lib/domain/run-filter reads them of a row. Slots are dense: the last run
 * takes the place of one that goes.
 */
export class RunColumns {
  readonly numbers = new Map<string, NumberColumn>();
  readonly values = new Map<string, ValuesColumn>();
  readonly sortNumbers = new Map<string, NumberColumn>();
  readonly sortTexts = new Map<string, ValuesColumn>();
  /** Lower case: what words are looked for in until the run's texts can be searched. */
  readonly text = new ValuesColumn();
  readonly ids: string[] = [];
  /** By slot: the run's number in the catalog. */
  readonly ns: number[] = [];
  /** Rises with every change. */
  version = 0;
  /** Rises when runs come or go. */
  members = 0;
  readonly #slots = new Map<number, number>();
  readonly #byId = new Map<string, number>();
  readonly #setters: ((slot: number, run: RunRow) => void)[] = [];
  readonly #columns: (NumberColumn | ValuesColumn)[] = [this.text];

  constructor() {
    for (const field of FILTER.fields) {
      const { name } = field;
      switch (field.kind) {
        case 'number':
        case 'since':
          this.#number(this.numbers, name, (run) => field.read(run));
          break;
        case 'choice':
        case 'values':
          this.#values(this.values, name, (run) => field.read(run));
          break;
        case 'mixed':
          this.#number(this.numbers, name, (run) => field.number(run));
          this.#values(this.values, name, (run) => field.read(run));
          break;
        case 'prefix':
          if (name !== 'id') this.#values(this.values, name, (run) => [field.read(run).toLowerCase()]);
          break;
        case 'text':
          this.#values(this.values, name, (run) => [field.read(run).toLowerCase()]);
          break;
      }
    }
    for (const { name, read } of FILTER.sorts) {
      if (SORT_TEXTS.has(name))
        this.#values(this.sortTexts, name, (run) => {
          const value = read(run);
          return value === null ? [] : [String(value)];
        });
      else
        this.#number(this.sortNumbers, name, (run) => {
          const value = read(run);
          return value === null ? null : Number(value);
        });
    }
  }

  get count(): number {
    return this.ids.length;
  }

  slotOf(id: string): number | undefined {
    return this.#byId.get(id);
  }

  slotOfN(n: number): number | undefined {
    return this.#slots.get(n);
  }

  put(n: number, run: RunRow): void {
    let slot = this.#slots.get(n);
    if (slot === undefined) {
      slot = this.count;
      this.#slots.set(n, slot);
      this.members++;
    }
    const was = this.ids[slot];
    if (was !== run.id) {
      if (was !== undefined) this.#byId.delete(was);
      this.#byId.set(run.id, slot);
    }
    this.ids[slot] = run.id;
    this.ns[slot] = n;
    for (const set of this.#setters) set(slot, run);
    this.text.set(slot, [(run.task ?? '').toLowerCase()]);
    this.version++;
  }

  remove(n: number): void {
    const slot = this.#slots.get(n);
    if (slot === undefined) return;
    const last = this.count - 1;
    this.#byId.delete(this.ids[slot] ?? '');
    this.#slots.delete(n);
    const [id, moved] = [this.ids.pop(), this.ns.pop()];
    if (slot !== last && id !== undefined && moved !== undefined) {
      this.ids[slot] = id;
      this.ns[slot] = moved;
      this.#byId.set(id, slot);
      this.#slots.set(moved, slot);
      for (const column of this.#columns) column.move(last, slot);
    }
    this.version++;
    this.members++;
  }

  #number(map: Map<string, NumberColumn>, name: string, read: (run: RunRow) => number | null): void {
    const column = new NumberColumn();
    map.set(name, column);
    this.#columns.push(column);
    this.#setters.push((slot, run) => column.set(slot, read(run)));
  }

  #values(map: Map<string, ValuesColumn>, name: string, read: (run: RunRow) => readonly string[]): void {
    const column = new ValuesColumn();
    map.set(name, column);
    this.#columns.push(column);
    this.#setters.push((slot, run) => column.set(slot, read(run)));
  }
}

const SORT_TEXTS: ReadonlySet<string> = new Set([
  'scenario',
  'experiment',
  'policy',
  'checkpoint',
  'group',
  'actor',
  'verdict',
  'label',
  'end',
]);

/** The one value of a field that has one; null where there is none. */
export function single(column: ValuesColumn | undefined, slot: number): string | null {
  const value = column?.at(slot)[0] ?? NONE;
  return value === NONE ? null : value;
}
