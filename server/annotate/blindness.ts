import type { Principal } from '../../lib/contracts/people.ts';
import type { HiddenRuns, HiddenSet } from '../store/types.ts';
import { NOTHING_HIDDEN } from './sighted.ts';
import type { Blindness, BlindRuns } from './types.ts';

/** What is hidden from whom, as queues, assignments and reveals stand now. */
export function createBlindness(hidden: HiddenRuns): Blindness {
  /** The same object as long as nothing changes. */
  const told = new WeakMap<HiddenSet, BlindRuns>();
  return {
    of(person) {
      if (!mayLabel(person)) return NOTHING_HIDDEN;
      const set = hidden.of({ id: person.id, isAnnotator: person.roles.includes('annotator') });
      if (set.runs.size === 0) return NOTHING_HIDDEN;
      const known = told.get(set) ?? describe(set);
      told.set(set, known);
      return known;
    },
    runOf: (alias, person) => (mayLabel(person) ? hidden.runOf(alias, person.id) : undefined),
    queuesOf: (run, person) => (mayLabel(person) ? hidden.queuesOf(run, person.id) : []),
  };
}

function mayLabel({ id, permissions }: Principal): boolean {
  return id !== '' && permissions.has('label');
}

function describe(set: HiddenSet): BlindRuns {
  const { key, runs } = set;
  return {
    empty: false,
    key,
    runs,
    packed: () => set.packed(),
    hides: (run) => runs.has(run),
    hidesTask: (scenario, taskIdx) => set.hasTask(scenario, taskIdx),
    hidesScenario: (scenario) => set.hasScenario(scenario),
  };
}
