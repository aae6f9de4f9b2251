import { AppError } from '../../../lib/contracts/errors.ts';
import type { OutcomeDetail, Outcomes as OutcomesAnswer } from '../../../lib/contracts/outcomes.ts';
import type { Catalog } from '../catalog.ts';
import { findEpisode } from '../episodes.ts';
import type { StateWorkers } from '../states/state-workers.ts';
import type { StateTask } from '../states/tasks.ts';
import type { Outcomes } from './outcomes.ts';
import type { TableRead } from './reads.ts';
import type { TaskVerifiers, UnreadPass } from './watched-verifiers.ts';
import type { OutcomeQuery, OutcomesQuery } from './view.ts';

/** Where a run stands among those of its task; nulls while it runs or where it has none. */
export interface RunOutcome {
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly version: string | null;
  readonly state: string | null;
}

/** How the runs of tasks end, as the rest of the server sees it. */
export interface OutcomeLibrary {
  /** @throws AppError deadline_exceeded, capacity_reached */
  outcomes(query: OutcomesQuery, signal?: AbortSignal): Promise<OutcomesAnswer>;
  /** @throws AppError not_found */
  outcome(query: OutcomeQuery, signal?: AbortSignal): Promise<OutcomeDetail>;
  /** @throws AppError not_found */
  ofRun(episodeId: string): RunOutcome;
  /** @throws AppError not_found, conflict where the run is of another task or has no known end */
  markReference(mark: {
    readonly scenario: string;
    readonly taskIdx: number;
    readonly run: string;
    readonly by: string;
  }): void;
  /** Takes the mark back; of the newest version where none is named. */
  dropReference(scenario: string, taskIdx: number, version?: string): void;
  unobserved(without: readonly string[]): UnreadPass | undefined;
  keepReads(verifierHash: string, state: number, reads: readonly TableRead[] | null): void;
  setVerifiers(scenario: string, tasks: readonly TaskVerifiers[]): void;
  /** Scenarios whose tasks have runs. */
  scenarios(): readonly string[];
  setVacuous(scenario: string, taskIdxs: ReadonlySet<number>): void;
  /** Scenarios with tasks of which it is not known whether their verifier is true of the seed. */
  unchecked(): readonly string[];
  /** Returns unsubscribe. */
  onChange(listener: () => void): () => void;
}

export function createOutcomeLibrary(
  catalog: Catalog,
  outcomes: Outcomes,
  workers: StateWorkers,
): OutcomeLibrary {
  const { raw } = catalog;
  const place = raw.prepare<[number], { version: string; hash: string | null }>(
    `SELECT version, hash FROM outcome_runs AS r JOIN outcome_tasks AS t ON t.id = r.task
     LEFT JOIN end_states AS s ON s.id = r.state WHERE r.episode = ?`,
  );
  const placed = raw.prepare<[number], { task: number; state: number; scenario: string; task_idx: number }>(
    `SELECT task, state, scenario, task_idx FROM outcome_runs AS r JOIN outcome_tasks AS t ON t.id = r.task
     WHERE r.episode = ?`,
  );
  const setReference = raw.prepare(
    `UPDATE outcome_tasks SET reference_state = ?, reference_run = ?, reference_by = ?, reference_at = ?,
       stale = max(stale, 1) WHERE id = ?`,
  );
  const newest = raw.prepare<[string, number, string | null], { id: number }>(
    `SELECT id FROM outcome_tasks WHERE scenario = ? AND task_idx = ? AND version = coalesce(?, version)
     ORDER BY last_episode DESC LIMIT 1`,
  );
  const unchecked = raw.prepare<[], { scenario: string }>(
    'SELECT DISTINCT scenario FROM outcome_tasks WHERE vacuous IS NULL',
  );

  const scenarios = raw.prepare<[], { scenario: string }>('SELECT DISTINCT scenario FROM outcome_tasks');

  async function ask(task: StateTask, signal: AbortSignal | undefined): Promise<unknown> {
    const outcome = await workers.run(task, signal);
    if (outcome.kind === 'value') return outcome.value;
    if (outcome.kind === 'error') throw new AppError(outcome.code, outcome.message);
    throw new AppError('internal', outcome.answer.message);
  }

  function known(id: string) {
    const row = findEpisode(catalog, id);
    if (row === undefined) throw new AppError('not_found', `There is no run ${id}`);
    return row;
  }

  return {
    outcomes: async (query, signal) => (await ask({ kind: 'outcomes', query }, signal)) as OutcomesAnswer,
    async outcome(query, signal) {
      const detail = await ask({ kind: 'outcome', query }, signal);
      if (detail === null) throw new AppError('not_found', 'No run of this task ends in that state.');
      return detail as OutcomeDetail;
    },
    ofRun(episodeId) {
      const { n, scenario, task_idx: taskIdx, ended_at: endedAt } = known(episodeId);
      if (endedAt === null || taskIdx === null) return { scenario, taskIdx, version: null, state: null };
      outcomes.settleNow(n);
      const found = place.get(n);
      return { scenario, taskIdx, version: found?.version ?? null, state: found?.hash ?? null };
    },
    markReference({ scenario, taskIdx, run, by }) {
      const { n, ended_at: endedAt } = known(run);
      if (endedAt === null)
        throw new AppError('conflict', 'The run has not ended; mark it once it has an end state.');
      outcomes.settleNow(n);
      const found = placed.get(n);
      if (found === undefined || found.scenario !== scenario || found.task_idx !== taskIdx)
        throw new AppError('conflict', `The run is not one of ${scenario}, task ${String(taskIdx)}.`);
      if (found.state === 0)
        throw new AppError(
          'conflict',
          'The run’s last state could not be read, so it cannot be compared with others. Mark another run.',
        );
      setReference.run(found.state, run, by, Date.now(), found.task);
      outcomes.look(found.task);
    },
    dropReference(scenario, taskIdx, version) {
      const task = newest.get(scenario, taskIdx, version ?? null);
      if (task === undefined) throw new AppError('not_found', 'The task has no runs.');
      setReference.run(null, null, null, null, task.id);
      outcomes.look(task.id);
    },
    unobserved: (without) => outcomes.unobserved(without),
    keepReads: (verifierHash, state, reads) => outcomes.keepReads(verifierHash, state, reads),
    setVerifiers: (scenario, tasks) => outcomes.setVerifiers(scenario, tasks),
    scenarios: () => scenarios.all().map(({ scenario }) => scenario),
    setVacuous: (scenario, taskIdxs) => outcomes.setVacuous(scenario, taskIdxs),
    unchecked: () => unchecked.all().map(({ scenario }) => scenario),
    onChange: (listener) => outcomes.onChange(listener),
  };
}
