/** The Task API's one split: all tasks of all scenarios, in the order of the scenario list. */
export const TRAIN_SPLIT = 'train';

export interface TaskPlace {
  readonly scenario: string;
  readonly taskIdx: number;
}

interface HasTasks {
  readonly key: string;
  readonly tasks: readonly string[];
}

/** Where the split's task `index` stands; undefined past either end. */
export function taskPlace(scenarios: readonly HasTasks[], index: number): TaskPlace | undefined {
  let left = index;
  if (left < 0) return undefined;
  for (const { key, tasks } of scenarios) {
    if (left < tasks.length) return { scenario: key, taskIdx: left };
    left -= tasks.length;
  }
  return undefined;
}
