import { scenarioKey } from '../../../lib/domain/scenario-key.ts';
import { packIds } from '../runs/selections.ts';
import type { HiddenSet } from './types.ts';

/** An item as far as it hides runs. */
export interface HidingItem {
  readonly n: number;
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly runs: readonly string[];
}

/** More changes than this are read with all the rest. */
const ONE_BY_ONE = 300;

/** What is hidden from one person, brought up to date item by item. */
export class PersonHidden {
  readonly #name: string;
  readonly #items = new Map<number, HidingItem>();
  /** How many items hide a run, a task, a scenario. */
  readonly #counts = new Map<string, number>();
  readonly #runs = new Set<string>();
  #dirty: Set<number> | 'all' = 'all';
  #version = 0;
  #set: HiddenSet | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Items that may have changed, or all. */
  get dirty(): ReadonlySet<number> | 'all' {
    return this.#dirty;
  }

  touch(item: number): void {
    if (this.#dirty === 'all') return;
    this.#dirty.add(item);
    if (this.#dirty.size > ONE_BY_ONE) this.#dirty = 'all';
  }

  touchAll(): void {
    this.#dirty = 'all';
  }

  replaceAll(items: readonly HidingItem[]): void {
    this.#items.clear();
    this.#counts.clear();
    this.#runs.clear();
    for (const item of items) this.#add(item);
    this.#dirty = new Set();
    this.#changed();
  }

  /** `found`: those of the dirty items that hide runs now. */
  replaceDirty(found: readonly HidingItem[]): void {
    if (this.#dirty === 'all' || this.#dirty.size === 0) return;
    for (const n of this.#dirty) this.#remove(n);
    for (const item of found) this.#add(item);
    this.#dirty = new Set();
    this.#changed();
  }

  get(): HiddenSet {
    this.#set ??= this.#describe();
    return this.#set;
  }

  #describe(): HiddenSet {
    const [runs, counts] = [this.#runs, this.#counts];
    let packed: Uint8Array | undefined;
    return {
      key: `${this.#name}.${String(this.#version)}`,
      runs,
      packed: () => (packed ??= packIds([...runs])),
      hasTask: (scenario, taskIdx) => counts.has(taskName(scenario, taskIdx)),
      hasScenario: (scenario) => counts.has(scenarioName(scenario)),
    };
  }

  #changed(): void {
    this.#version += 1;
    this.#set = undefined;
  }

  #add(item: HidingItem): void {
    this.#items.set(item.n, item);
    for (const name of namesOf(item)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    for (const run of item.runs) this.#runs.add(run);
  }

  #remove(n: number): void {
    const item = this.#items.get(n);
    if (item === undefined) return;
    this.#items.delete(n);
    for (const name of namesOf(item)) {
      const left = (this.#counts.get(name) ?? 0) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
    for (const run of item.runs) if (!this.#counts.has(run)) this.#runs.delete(run);
  }
}

/** A run's id cannot be one of the other names: these have a line break. */
function namesOf({ scenario, taskIdx, runs }: HidingItem): readonly string[] {
  const of = [...runs, scenarioName(scenario)];
  return taskIdx === null ? of : [...of, taskName(scenario, taskIdx)];
}

function scenarioName(scenario: string): string {
  return `${scenarioKey(scenario)}\n`;
}

function taskName(scenario: string, taskIdx: number): string {
  return `${scenarioKey(scenario)}\n${String(taskIdx)}`;
}
