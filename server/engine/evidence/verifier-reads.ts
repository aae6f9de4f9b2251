import { AppError } from '../../../lib/contracts/errors.ts';
import type { VerifierMode } from '../../dataset/types.ts';
import { failureText } from '../../verify/index.ts';
import type { AnsweredStates } from './answered-states.ts';
import type { EpisodeFiles } from './episode-files.ts';
import type { EvidenceDeps, VerifierReads } from './types.ts';
import type { VerdictLanes } from './verdict-lanes.ts';
import { subjectOf } from './verdict-subject.ts';

const NOTHING: VerifierReads = { verifierHash: null, reads: null };

/** What a task's verifiers read of a state. The SQL one is run for its readings alone: no judge is asked. */
export class VerifierReadings {
  readonly #deps: EvidenceDeps;
  readonly #files: EpisodeFiles;
  readonly #answers: AnsweredStates;
  readonly #lanes: VerdictLanes;

  constructor(deps: EvidenceDeps, files: EpisodeFiles, answers: AnsweredStates, lanes: VerdictLanes) {
    this.#deps = deps;
    this.#files = files;
    this.#answers = answers;
    this.#lanes = lanes;
  }

  async of(
    episodeId: string,
    seq: number,
    mode: VerifierMode,
    signal: AbortSignal | undefined,
  ): Promise<VerifierReads> {
    if (mode === 'sql') return this.#ofSql(episodeId, seq, signal);
    const { verifierHash, error, reads } = await this.#lanes.detail(episodeId, seq, signal);
    return { verifierHash, reads: error === null ? reads : null };
  }

  async #ofSql(episodeId: string, seq: number, signal: AbortSignal | undefined): Promise<VerifierReads> {
    const subject = await subjectOf(this.#deps, episodeId, 'sql');
    const state = this.#answers.of(episodeId).find((recorded) => recorded.seq === seq);
    if (typeof subject === 'string' || state === undefined || state.unavailable !== null) return NOTHING;
    using initial = await this.#files.seed(episodeId);
    using final = await this.#files.state(episodeId, state);
    const { code, functionName, hash: verifierHash } = subject.verifier;
    const outcome = await this.#deps.host.verify(
      {
        code,
        functionName,
        initialDb: initial.path,
        finalDb: final.path,
        deadlineMs: this.#deps.verifierTimeoutMs,
        observe: true,
        background: true,
      },
      signal,
    );
    if (outcome.kind === 'timeout' || outcome.kind === 'crashed')
      throw new AppError('deadline_exceeded', `${failureText(outcome)}.`);
    // One that raised may have read more.
    return { verifierHash, reads: outcome.kind === 'returned' ? (outcome.reads ?? null) : null };
  }
}
