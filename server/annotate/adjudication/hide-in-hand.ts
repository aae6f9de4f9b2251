import { scenarioKey } from '../../../lib/domain/scenario-key.ts';
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
  const tasks = more.flatMap((run) => taskOf(run) ?? []);
  const isOf = (scenario: string) => (task: { readonly scenario: string }) =>
    scenarioKey(task.scenario) === scenarioKey(scenario);
  return {
    empty: false,
    key: `${blind.key} ${more.join(' ')}`,
    runs,
    packed: () => Buffer.from([...runs].join(''), 'hex'),
    hides: (run) => runs.has(run),
    hidesTask: (scenario, taskIdx) =>
      blind.hidesTask(scenario, taskIdx) ||
      tasks.filter(isOf(scenario)).some((task) => task.taskIdx === taskIdx),
    hidesScenario: (scenario) => blind.hidesScenario(scenario) || tasks.some(isOf(scenario)),
  };
}
