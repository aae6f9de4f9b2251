import type { Adjudication } from './types.ts';
import type { Blindness, BlindRuns } from '../types.ts';

/** What an adjudicator has in hand is as hidden from them as an annotator's item, until they decide, skip or reveal it. */
export function hideInHand(
  blindness: Blindness,
  inHand: (person: string) => readonly string[],
  runOfItem: Adjudication['runOfItem'],
  taskOf: (run: string) => { readonly scenario: string; readonly taskIdx: number | null } | undefined,
): Blindness {
  return {
    ...blindness,
    of(person) {
      const blind = blindness.of(person);
      const more = person.permissions.has('adjudicate') ? inHand(person.id) : [];
      return more.length === 0 ? blind : withRuns(blind, more, taskOf);
    },
    runOf(alias, person) {
      const run = blindness.runOf(alias, person);
      return run === undefined && person.permissions.has('adjudicate') ? runOfItem(alias, person) : run;
    },
  };
}

function withRuns(
  blind: BlindRuns,
  more: readonly string[],
  taskOf: (run: string) => { readonly scenario: string; readonly taskIdx: number | null } | undefined,
): BlindRuns {
  const runs = new Set([...blind.runs, ...more]);
  return {
    ...blind,
    empty: false,
    runs,
    hides: (run) => runs.has(run),
    hidesTask: (scenario, taskIdx) =>
      blind.hidesTask(scenario, taskIdx) ||
      more.some((run) => {
        const task = taskOf(run);
        return task?.scenario === scenario && task.taskIdx === taskIdx;
      }),
  };
}
