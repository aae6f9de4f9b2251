import type { RunRow } from '../../../lib/contracts/runs.ts';
import type { EpisodeRecord } from '../../store/types.ts';
import type { DatasetDeps } from './types.ts';

/** A run as every exported row tells of it. */
export interface RunFacts {
  readonly row: RunRow;
  readonly record: EpisodeRecord;
  /** Today's verifier where it was graded again, else what the run was played with. */
  readonly verdict: string | null;
  readonly verifierHash: string | null;
}

const KEPT = 2_000;

/** Facts of runs, the last ones kept: rows of one run come one after another. */
export function createRunFacts({
  store,
  verifierHash,
}: Pick<DatasetDeps, 'store' | 'verifierHash'>): (id: string) => Promise<RunFacts | undefined> {
  const kept = new Map<string, RunFacts | undefined>();
  return async (id) => {
    if (kept.has(id)) return kept.get(id);
    if (kept.size >= KEPT) kept.clear();
    const facts = await read(id);
    kept.set(id, facts);
    return facts;
  };

  async function read(id: string): Promise<RunFacts | undefined> {
    const [row, record] = [store.runs.get(id), store.episode(id)];
    if (row === undefined || record === undefined) return undefined;
    const { regraded } = row;
    if (regraded !== null && row.taskIdx !== null)
      return { row, record, verdict: regraded, verifierHash: await verifierHash(row.scenario, row.taskIdx) };
    const verdict = row.code;
    return { row, record, verdict, verifierHash: verdict === null ? null : (store.verifiedWith(id) ?? null) };
  }
}

/** The columns of a run. */
export function runColumns({ row, record, verdict, verifierHash }: RunFacts) {
  return {
    scenario: row.scenario,
    task_idx: row.taskIdx,
    task: record.task,
    pack: row.pack,
    pack_hash: record.scenarioHash,
    verdict,
    verifier_hash: verifierHash,
    run: row.id,
    experiment: row.experiment,
    policy: row.policy,
    checkpoint: row.checkpoint,
    train_step: row.trainStep,
    actor: row.actor,
    origin: row.origin,
  };
}
