/**
 * The splits of the Task API. `train`: all tasks of all scenarios, in the order of the scenario list. `quarantined`: those
 * that people have set aside; `clean`: all others, suspect ones too (a suspicion is no verdict: who wants to be stricter
 * quarantines). Both keep the order of `train`.
 */
export const TRAIN_SPLIT = 'train';
export const SPLITS = [TRAIN_SPLIT, 'clean', 'quarantined'] as const;
export type Split = (typeof SPLITS)[number];

export interface TaskPlace {
  readonly scenario: string;
  readonly taskIdx: number;
}

interface HasTasks {
  readonly key: string;
  readonly tasks: readonly string[];
}

export type IsQuarantined = (scenario: string, taskIdx: number) => boolean;

export function isSplit(name: unknown): name is Split {
  return SPLITS.some((split) => split === name);
}

/** For messages: `'train', 'clean', 'quarantined'`. */
export const SPLITS_SAID = SPLITS.map((split) => `'${split}'`).join(', ');

/** The split's tasks in order. */
export function tasksOfSplit(
  scenarios: readonly HasTasks[],
  split: Split,
  isQuarantined: IsQuarantined,
): TaskPlace[] {
  const places = scenarios.flatMap(({ key, tasks }) =>
    tasks.map((_, taskIdx) => ({ scenario: key, taskIdx })),
  );
  if (split === TRAIN_SPLIT) return places;
  const wanted = split === 'quarantined';
  return places.filter(({ scenario, taskIdx }) => isQuarantined(scenario, taskIdx) === wanted);
}

/** Where the split's task `index` stands; undefined past either end. */
export function taskPlace(
  scenarios: readonly HasTasks[],
  split: Split,
  index: number,
  isQuarantined: IsQuarantined,
): TaskPlace | undefined {
  let left = index;
  if (left < 0) return undefined;
  const wanted = split === 'quarantined';
  for (const { key, tasks } of scenarios) {
    if (split === TRAIN_SPLIT) {
      if (left < tasks.length) return { scenario: key, taskIdx: left };
      left -= tasks.length;
      continue;
    }
    for (let taskIdx = 0; taskIdx < tasks.length; taskIdx++) {
      if (isQuarantined(key, taskIdx) !== wanted) continue;
      if (left === 0) return { scenario: key, taskIdx };
      left -= 1;
    }
  }
  return undefined;
}
