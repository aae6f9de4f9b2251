import { AppError } from '../../lib/contracts/errors.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import type { Blindness, BlindRuns, InHand } from '../annotate/index.ts';

/** Hidden runs that are looked up, and places that are named: a refusal is no list. */
const MOST_RUNS = 50;
const MOST_PLACES = 5;

type Places = Pick<Blindness, 'queuesOf' | 'inHandOf'>;

interface Refused {
  readonly who: Principal;
  readonly blind: BlindRuns;
  readonly blindness: Places;
}

/** Where a person labels or decides what hides a run. */
interface Ways {
  readonly queues: readonly { readonly id: string; readonly name: string }[];
  readonly disagreements: readonly InHand[];
}

export function waysTo(run: string, who: Principal, blindness: Places): Ways {
  return {
    queues: blindness.queuesOf(run, who).map(({ id, name }) => ({ id, name })),
    disagreements: aProject(blindness.inHandOf(who, run)),
  };
}

/** A refusal as blind names where that which hides something is labelled or decided, where it names none yet; other errors stay as they are. */
export function withWaysToLabel(error: unknown, refused: Refused): unknown {
  if (!(error instanceof AppError) || error.code !== 'blind') return error;
  const { who, blind, blindness } = refused;
  if (['queues', 'disagreements'].some((name) => names(error.details[name]))) return error;
  const queues = new Map<string, string>();
  for (const run of [...blind.runs].slice(0, MOST_RUNS)) {
    if (queues.size >= MOST_PLACES) break;
    for (const { id, name } of blindness.queuesOf(run, who)) queues.set(id, name);
  }
  const ways: Ways = {
    queues: [...queues].slice(0, MOST_PLACES).map(([id, name]) => ({ id, name })),
    disagreements: aProject(blindness.inHandOf(who)),
  };
  return new AppError('blind', error.message, { cause: error, details: { ...error.details, ...ways } });
}

function names(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** One of each project: its screen lists the others. */
function aProject(inHand: readonly InHand[]): readonly InHand[] {
  const first = new Map(inHand.toReversed().map(({ item, project }) => [project, { item, project }]));
  return [...first.values()].slice(0, MOST_PLACES);
}
