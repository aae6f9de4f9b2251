/** Whoever may get items to label. */
export interface Labeller {
  /** Principal id. */
  readonly id: string;
  /** Gets items of queues that are open to every annotator. */
  readonly isAnnotator: boolean;
}

/** Runs of items that somebody holds or may get, and has neither labelled nor revealed. */
export interface HiddenSet {
  /** Names what is hidden: the same key, the same runs. */
  readonly key: string;
  readonly runs: ReadonlySet<string>;
  /** 16 bytes a run. */
  packed(): Uint8Array;
  /** One of them is of this task. `scenario`: in any spelling. */
  hasTask(scenario: string, taskIdx: number): boolean;
  hasScenario(scenario: string): boolean;
}

export interface HiddenRuns {
  /** Cheap: asked with every request. */
  of(person: Labeller): HiddenSet;
  /** Runs of all items that anybody may still get or holds. */
  ofStrangers(): HiddenSet;
  /** The run of a person's own assignment, by its id or by the alias of its other run. */
  runOf(alias: string, personId: string): string | undefined;
  /** Runs of an item that was not removed, identical ones and forks too; []: there is none such. Cheap. */
  ofItem(item: string): readonly string[];
  /** Queues in which a person has a hidden run to label. */
  queuesOf(run: string, personId: string): readonly { readonly id: string; readonly name: string }[];
}
