import type { Statement } from 'better-sqlite3';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Unavailable } from '../../../lib/contracts/evidence.ts';
import type { Catalog } from '../catalog.ts';
import { storedProblem } from '../episodes.ts';
import { NOT_KEPT } from './state-sources.ts';

interface Base {
  readonly n: number;
  readonly base_hash: string;
  readonly steps: number;
}

export interface StepState {
  readonly seq: number;
  readonly tool_name: string | null;
  readonly db_after: string;
  readonly wrote: number;
  readonly problem: string | null;
}

interface Known {
  readonly seq: number;
  readonly toolName: string | null;
  readonly hash: string;
}

/** Which recorded state belongs to which step of an episode. */
export class EpisodeStates {
  readonly #episode: Statement<[string], Base>;
  readonly #step: Statement<[number, number], StepState>;
  readonly #looked: Statement<[number, number], StepState>;
  readonly #changing: Statement<[number, number], StepState>;
  readonly #kept: Statement<[string], { one: number }>;

  constructor({ raw }: Catalog) {
    const columns = 'seq, tool_name, db_after, wrote, problem';
    this.#episode = raw.prepare('SELECT n, base_hash, steps FROM episodes WHERE id = ?');
    this.#step = raw.prepare(`SELECT ${columns} FROM steps WHERE episode = ? AND seq = ?`);
    // The last step whose database was looked at: those after it left it as it was.
    this.#looked = raw.prepare(
      `SELECT ${columns} FROM steps WHERE episode = ? AND seq <= ?
       AND (wrote = 1 OR problem IS NOT NULL OR kind = 'call_tool') ORDER BY seq DESC LIMIT 1`,
    );
    this.#changing = raw.prepare(
      `SELECT ${columns} FROM steps WHERE episode = ? AND seq <= ? AND (wrote = 1 OR problem IS NOT NULL) ORDER BY seq`,
    );
    this.#kept = raw.prepare('SELECT 1 AS one FROM snapshots WHERE hash = ?');
  }

  /** One that is not kept is not told although a worker may still hold it. @throws AppError not_found */
  at(episodeId: string, seq: number): { readonly hash: string } | Unavailable {
    const episode = this.#known(episodeId, seq);
    if (seq === 0) return this.#ifKept(episode.base_hash);
    const step = this.#step.get(episode.n, seq);
    if (step === undefined) throw noStep(episodeId, seq);
    return unreadAt(this.#looked.get(episode.n, seq)) ?? this.#ifKept(step.db_after);
  }

  /** Distinct states in order, those that are kept, and the sequences of the others. @throws AppError not_found */
  until(episodeId: string, seq: number): { readonly states: Known[]; readonly skipped: number[] } {
    const episode = this.#known(episodeId, seq);
    if (seq > 0 && this.#step.get(episode.n, seq) === undefined) throw noStep(episodeId, seq);
    const states: Known[] = [];
    const skipped: number[] = [];
    const add = (state: Known) => {
      if (this.#kept.get(state.hash) === undefined) skipped.push(state.seq);
      else states.push(state);
    };
    add({ seq: 0, toolName: null, hash: episode.base_hash });
    for (const step of this.#changing.all(episode.n, seq)) {
      if (step.wrote === 1) add({ seq: step.seq, toolName: step.tool_name, hash: step.db_after });
      else if (unreadAt(step) !== undefined) skipped.push(step.seq);
    }
    return { states, skipped };
  }

  #ifKept(hash: string): { readonly hash: string } | Unavailable {
    return this.#kept.get(hash) === undefined ? no('not_kept', NOT_KEPT) : { hash };
  }

  #known(episodeId: string, seq: number): Base {
    const episode = this.#episode.get(episodeId);
    if (episode === undefined) throw new AppError('not_found', `There is no episode ${episodeId}`);
    if (seq > episode.steps) throw noStep(episodeId, seq);
    return episode;
  }
}

/** Why the state after a step was not recorded; undefined where it was. */
export function unreadAt(step: StepState | undefined): Unavailable | undefined {
  const problem = step?.problem ?? null;
  if (step === undefined || problem === null || step.wrote === 1) return undefined;
  const { code, message } = storedProblem(problem);
  const at = `after step ${String(step.seq)}`;
  switch (code) {
    case 'too_large':
      return no(
        'too_large',
        `The database is too large to be recorded ${at}: ${message}. Its calls are recorded`,
      );
    case 'missing':
    case 'not_regular':
      return no(
        'not_recorded',
        `There was no database file to record ${at}: ${message}. Look at an earlier step`,
      );
    case 'unreadable':
      return no('unreadable', `The database could not be read ${at}: ${message}. Look at an earlier step`);
    case 'unstable':
    case 'pending_journal':
      return undefined;
  }
}

function no(code: Unavailable['code'], message: string): Unavailable {
  return { state: 'unavailable', code, message };
}

function noStep(episodeId: string, seq: number): AppError {
  return new AppError('not_found', `Episode ${episodeId} has no step ${String(seq)}`);
}
