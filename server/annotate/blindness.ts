import { permissionsOf, type Permission, type Principal } from '../../lib/contracts/people.ts';
import type { HiddenRuns, HiddenSet } from '../store/types.ts';
import { NOTHING_HIDDEN } from './sighted.ts';
import type { Blindness, BlindRuns } from './types.ts';

/** What is hidden from whom, as queues, assignments and reveals stand now. */
export function createBlindness(hidden: HiddenRuns): Blindness {
  /** The same object as long as nothing changes. */
  const told = new WeakMap<HiddenSet, BlindRuns>();
  const tell = (set: HiddenSet): BlindRuns => {
    if (set.runs.size === 0) return NOTHING_HIDDEN;
    const known = told.get(set) ?? describe(set);
    told.set(set, known);
    return known;
  };
  return {
    of: (person) =>
      mayLabel(person)
        ? tell(hidden.of({ id: person.id, isAnnotator: person.roles.includes('annotator') }))
        : NOTHING_HIDDEN,
    ofStrangers: () => tell(hidden.ofStrangers()),
    runsOfItem: (item) => hidden.ofItem(item),
    runOf: (alias, person) => (mayLabel(person) ? hidden.runOf(alias, person.id) : undefined),
    inHandOf: () => [],
    queuesOf: (run, person) => (mayLabel(person) ? hidden.queuesOf(run, person.id) : []),
  };
}

function mayLabel(person: Principal): boolean {
  return mayByRole(person, 'label');
}

/** What a person may, whatever they ask with: a token of fewer scopes must not show its person more. */
export function mayByRole({ id, roles }: Principal, permission: Permission): boolean {
  return id !== '' && permissionsOf(roles).has(permission);
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
