import { callApi } from '../../../lib/client/api.ts';
import type { QueueMember } from '../../../lib/contracts/annotation/queue-admin.ts';
import type { PairSource, QueueSettings, QueueSource } from '../../../lib/contracts/annotation/queues.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';

/** given: the runs that the page came with; filter: what matches now; view: what matches, from now on too. */
export type SourceKind = 'given' | 'filter' | 'view' | 'empty';

export interface QueueDraft {
  readonly name: string;
  readonly kind: 'label' | 'onboarding' | 'preference' | 'fix';
  readonly source: SourceKind;
  readonly q: string;
  readonly perTaskPerDay: number;
  /** Of a queue of pairs: so many of each task; null: all. */
  readonly pairsPerTask: number | null;
  readonly settings: QueueSettings;
  readonly members: readonly QueueMember[];
  readonly everyone: boolean;
  readonly onboarding: string | null;
}

export function newDraft(given: boolean, kind: QueueDraft['kind'] = 'label'): QueueDraft {
  return {
    name: '',
    kind,
    source: given ? 'given' : 'filter',
    q: '',
    perTaskPerDay: 3,
    pairsPerTask: 10,
    settings: {
      overlap: 2,
      perPerson: 0,
      ordering: 'grouped',
      seed: 0,
      goldOneIn: 0,
      repeatOneIn: 0,
      reservationMinutes: 60,
      editMinutes: 1_440,
      passMark: 0.8,
      mergeIdentical: true,
      inherit: true,
    },
    members: [],
    everyone: true,
    onboarding: null,
  };
}

/** The source as the server takes it; what a filter matches is fixed first. Null: no runs yet. @throws ApiError */
export async function sourceOf(
  { source, q, perTaskPerDay }: Pick<QueueDraft, 'source' | 'q' | 'perTaskPerDay'>,
  given: RunTarget | null,
  signal?: AbortSignal,
): Promise<QueueSource | null> {
  switch (source) {
    case 'empty':
      return null;
    case 'given':
      return given === null ? null : { from: 'runs', target: given };
    case 'view':
      return { from: 'view', q, perTaskPerDay };
    case 'filter': {
      const { id, count } = await callApi(runRoutes.selectRuns, { body: { q } }, signal);
      return count === 0 ? null : { from: 'runs', target: { selection: id } };
    }
  }
}

/** Pairs as the server takes them: of a kept set, else of runs. Null: no runs yet. @throws ApiError */
export async function pairsOf(
  draft: Pick<QueueDraft, 'source' | 'q' | 'pairsPerTask'>,
  given: RunTarget | null,
  set: string | null,
  signal?: AbortSignal,
): Promise<PairSource | null> {
  if (set !== null) return { from: 'set', set };
  const runs = await sourceOf({ ...draft, perTaskPerDay: 1 }, given, signal);
  if (runs?.from !== 'runs') return null;
  return { from: 'runs', target: runs.target, perTask: draft.pairsPerTask, seed: 0 };
}
