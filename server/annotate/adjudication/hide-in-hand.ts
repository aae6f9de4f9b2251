import { scenarioKey } from '../../../lib/domain/scenario-key.ts';
import { mayByRole } from '../blindness.ts';
import type { Adjudication } from './types.ts';
import type { Blindness, BlindRuns, InHand } from '../types.ts';

/**
 * What an adjudicator opened is as hidden from them as an annotator's item, until it is decided, given back or revealed: however long that
 * takes, and whatever they ask with. `inHand` of null: of everybody.
 */
export function hideInHand(
  blindness: Blindness,
  inHand: (person: string | null) => readonly InHand[],
  runOfItem: Adjudication['runOfItem'],
  taskOf: (run: string) => { readonly scenario: string; readonly taskIdx: number | null } | undefined,
): Blindness {
  return {
    ...blindness,
    of(person) {
      const blind = blindness.of(person);
      const more = inHand(person.id).flatMap(({ item }) => blindness.runsOfItem(item));
      return more.length === 0 ? blind : withRuns(blind, more, taskOf);
    },
    // Whoever has it in hand may have signed out to look.
    ofStrangers() {
      const blind = blindness.ofStrangers();
      const more = inHand(null).flatMap(({ item }) => blindness.runsOfItem(item));
      return more.length === 0 ? blind : withRuns(blind, more, taskOf);
    },
    // A queue where the person has nothing to label any more is not where they see it again.
    queuesOf: (run, person) => (blindness.of(person).hides(run) ? blindness.queuesOf(run, person) : []),
    inHandOf: (person, run) =>
      inHand(person.id).filter(({ item }) => {
        const runs = blindness.runsOfItem(item);
        return run === undefined ? runs.length > 0 : runs.includes(run);
      }),
    runOf(alias, person) {
      const run = blindness.runOf(alias, person);
      return run === undefined && mayByRole(person, 'adjudicate') ? runOfItem(alias, person) : run;
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
