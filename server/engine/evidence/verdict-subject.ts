import { AppError } from '../../../lib/contracts/errors.ts';
import type { VerdictLane } from '../../../lib/contracts/evidence.ts';
import type { ScenarioSummary, Verifier, VerifierMode } from '../../dataset/types.ts';
import type { EpisodeRecord } from '../../store/types.ts';
import type { EvidenceDeps } from './types.ts';

/** An episode with the verifier that its states are asked by, as the pack has it today. */
export interface Subject {
  readonly record: EpisodeRecord;
  readonly verifier: Verifier;
  readonly changed: VerdictLane['changed'];
}

export type NoLane = NonNullable<VerdictLane['none']>;

/** @throws AppError not_found */
export async function subjectOf(
  { store, dataset, refuse }: Pick<EvidenceDeps, 'store' | 'dataset' | 'refuse'>,
  episodeId: string,
  mode: VerifierMode = 'code',
): Promise<Subject | NoLane> {
  const record = store.episode(episodeId);
  if (record === undefined) throw new AppError('not_found', 'No such episode.');
  const { taskIdx } = record;
  if (taskIdx === null) return 'no_task';
  if (record.baseline && record.endedAtMs === null) return 'baseline';
  const summary = dataset.find(record.scenario);
  if (summary === undefined) return 'scenario_gone';
  if (refuse?.(summary) !== undefined) return 'too_weak_sandbox';
  const found = await read(dataset, summary, taskIdx, mode);
  if (found === undefined) return 'scenario_gone';
  const { verifier, scenarioHash } = found;
  if (verifier === undefined) return 'no_code_verifier';
  const before = store.verifiedWith(episodeId);
  const sameVerifier = before === undefined || before === verifier.hash;
  const changed = !sameVerifier ? 'verifier' : scenarioHash !== record.scenarioHash ? 'scenario' : null;
  return { record, verifier, changed };
}

/** Undefined: the pack went away, or broke, since it was listed. */
async function read(
  dataset: EvidenceDeps['dataset'],
  summary: ScenarioSummary,
  taskIdx: number,
  mode: VerifierMode,
) {
  try {
    const [verifier, source] = await Promise.all([
      summary.verifiers[taskIdx]?.[mode] === true
        ? dataset.verifier(summary.key, taskIdx, mode)
        : Promise.resolve(undefined),
      dataset.source(summary.key),
    ]);
    return { verifier, scenarioHash: source.hash };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'pack_invalid'))
      return undefined;
    throw error;
  }
}
