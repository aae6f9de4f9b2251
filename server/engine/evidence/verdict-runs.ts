import { AppError } from '../../../lib/contracts/errors.ts';
import type { VerifierOutcome } from '../../host/types.ts';
import type { KeptVerdict, VerdictKey } from '../../store/types.ts';
import { codeRun, codeVerdict, failureText } from '../../verify/index.ts';
import type { AnsweredState, AnsweredStates } from './answered-states.ts';
import type { EpisodeFiles } from './episode-files.ts';
import { detailText } from './verdict-detail.ts';
import type { Subject } from './verdict-subject.ts';
import type { EvidenceDeps } from './types.ts';

/** A run that gave no verdict (it took too long, its process died) is not made again before. */
const RETRY_AFTER_MS = 60_000;
const KEPT_FAILURES = 1_000;
/** A longer detail is made again by who asks for it again. */
const KEPT_DETAIL_CHARS = 256 * 1024;

export type RunResult =
  | { readonly kind: 'verdict'; readonly verdict: KeptVerdict }
  | { readonly kind: 'failed'; readonly message: string; readonly tookTooLong: boolean };

type Failure = Extract<RunResult, { kind: 'failed' }> & { readonly untilMs: number };

interface RunOptions {
  /** With all that can be told of the run. */
  readonly observe: boolean;
  readonly background: boolean;
  /** Default: what a session's verify may take. */
  readonly deadlineMs?: number;
}

interface VerdictDeps extends Pick<EvidenceDeps, 'verifierTimeoutMs'> {
  readonly store: Pick<EvidenceDeps['store'], 'keepVerdict' | 'verdictOf'>;
  readonly host: Pick<EvidenceDeps['host'], 'verify'>;
}

/** Runs code verifiers on recorded states and remembers what they said. */
export class VerdictRuns {
  readonly #deps: VerdictDeps;
  readonly #files: EpisodeFiles;
  readonly #answers: AnsweredStates;
  readonly #failures = new Map<string, Failure>();

  constructor(deps: VerdictDeps, files: EpisodeFiles, answers: AnsweredStates) {
    this.#deps = deps;
    this.#files = files;
    this.#answers = answers;
  }

  /** Undefined: it is still to be run. */
  known(subject: Subject, state: AnsweredState): RunResult | undefined {
    const key = keyOf(subject, state);
    const verdict = this.#deps.store.verdictOf(key);
    if (verdict !== undefined) return { kind: 'verdict', verdict };
    const name = JSON.stringify(key);
    const failure = this.#failures.get(name);
    if (failure === undefined || failure.untilMs > Date.now()) return failure;
    this.#failures.delete(name);
    return undefined;
  }

  /** @throws AppError deadline_exceeded where the signal aborts */
  async run(
    subject: Subject,
    state: AnsweredState,
    { observe, background, deadlineMs }: RunOptions,
    signal: AbortSignal | undefined,
  ): Promise<RunResult> {
    const key = keyOf(subject, state);
    const { id } = subject.record;
    let outcome: VerifierOutcome;
    try {
      using initial = await this.#files.seed(id);
      using final = await this.#files.state(id, state);
      const request = codeRun({
        verifier: subject.verifier,
        initialDb: initial.path,
        finalDb: final.path,
        finalAnswer: this.#answers.text(id, state),
        deadlineMs: deadlineMs ?? this.#deps.verifierTimeoutMs,
      });
      outcome = await this.#deps.host.verify({ ...request, observe, background }, signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#failed(key, error.message, false);
    }
    if (signal?.aborted === true)
      throw new AppError('deadline_exceeded', 'The verifier’s run was cancelled.');
    if (outcome.kind === 'timeout' || outcome.kind === 'crashed')
      return this.#failed(key, `${failureText(outcome)}.`, outcome.kind === 'timeout');
    const text = observe ? detailText(outcome) : null;
    const verdict = { verdict: codeVerdict(outcome).rewardType, ms: outcome.ms, detailJson: text };
    const kept =
      text !== null && text.length > KEPT_DETAIL_CHARS ? { ...verdict, detailJson: null } : verdict;
    this.#deps.store.keepVerdict(key, kept, outcome.readsClock);
    return { kind: 'verdict', verdict };
  }

  #failed(key: VerdictKey, message: string, tookTooLong: boolean): RunResult {
    const failure = { kind: 'failed', message, tookTooLong, untilMs: Date.now() + RETRY_AFTER_MS } as const;
    this.#failures.set(JSON.stringify(key), failure);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > KEPT_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
    return failure;
  }
}

function keyOf({ record, verifier }: Subject, { hash, answerName }: AnsweredState): VerdictKey {
  return {
    verifierHash: verifier.hash,
    initialHash: record.seedHash,
    finalHash: hash,
    answer: answerName,
    day: new Date().toISOString().slice(0, 10),
  };
}
