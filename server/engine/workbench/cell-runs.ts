import { AppError } from '../../../lib/contracts/errors.ts';
import type { TryDetail } from '../../../lib/contracts/workbench.ts';
import type { Verifier } from '../../dataset/types.ts';
import type { EpisodeRecord } from '../../store/types.ts';
import type { AnsweredState } from '../evidence/answered-states.ts';
import { parseDetail } from '../evidence/verdict-detail.ts';
import type { RunResult, VerdictRuns } from '../evidence/verdict-runs.ts';

/** What a verifier said of one state. */
export interface CellResult {
  /** Null where there is none: sql mode without a judge, or it failed. */
  readonly verdict: string | null;
  /** sql mode: names what it read. */
  readonly evidence: string | null;
  readonly problem: string | null;
  /** Line of the verifier where it failed. */
  readonly line: number | null;
  readonly tookTooLong: boolean;
}

/** One place of a run: a state with the answer that was given by then. */
export interface Place {
  readonly record: EpisodeRecord;
  readonly state: AnsweredState;
}

export type Told = Omit<TryDetail, 'run' | 'seq' | 'answer'>;

/** One verifier over recorded states. */
export interface CellRuns {
  readonly verifier: Verifier;
  known(place: Place): CellResult | undefined;
  /** `end`: with what is needed to say why it failed. @throws AppError deadline_exceeded where the signal aborts */
  run(place: Place, options: { readonly end: boolean }, signal: AbortSignal): Promise<CellResult>;
  tell(place: Place, signal: AbortSignal | undefined): Promise<Told>;
}

/** A draft gets less time than a session's verify: it runs hundreds of times. */
export const TRY_DEADLINE_MS = 10_000;

export class CodeCells implements CellRuns {
  readonly verifier: Verifier;
  readonly #runs: VerdictRuns;
  readonly #deadlineMs: number;

  constructor(verifier: Verifier, runs: VerdictRuns, verifierTimeoutMs: number) {
    this.verifier = verifier;
    this.#runs = runs;
    this.#deadlineMs = Math.min(TRY_DEADLINE_MS, verifierTimeoutMs);
  }

  known({ record, state }: Place): CellResult | undefined {
    const found = this.#runs.known(this.#subject(record), state);
    return found && resultOf(found);
  }

  async run({ record, state }: Place, { end }: { readonly end: boolean }, signal: AbortSignal) {
    const options = { observe: end, background: true, deadlineMs: this.#deadlineMs };
    return resultOf(await this.#runs.run(this.#subject(record), state, options, signal));
  }

  async tell({ record, state }: Place, signal: AbortSignal | undefined): Promise<Told> {
    const subject = this.#subject(record);
    const known = this.#runs.known(subject, state);
    const told = (known && toldOf(known)) ?? undefined;
    if (told !== undefined) return told;
    const options = { observe: true, background: false, deadlineMs: this.#deadlineMs };
    const made = await this.#runs.run(subject, state, options, signal);
    if (made.kind === 'failed') throw new AppError('deadline_exceeded', made.message);
    return toldOf(made) ?? nothingTold(made.verdict.verdict, made.verdict.ms);
  }

  #subject(record: EpisodeRecord) {
    return { record, verifier: this.verifier, changed: null };
  }
}

function resultOf(result: RunResult): CellResult {
  const none = { evidence: null, line: null };
  if (result.kind === 'failed')
    return { ...none, verdict: null, problem: result.message, tookTooLong: result.tookTooLong };
  const { verdict, detailJson } = result.verdict;
  if (verdict !== 'judge_error') return { ...none, verdict, problem: null, tookTooLong: false };
  const detail = detailJson === null ? undefined : parseDetail(detailJson);
  const line = detail?.endedAtLine ?? null;
  const problem = detail?.error ?? 'The verifier failed, or returned nothing with a result.';
  return { verdict, evidence: null, problem, line, tookTooLong: false };
}

function toldOf(result: RunResult): Told | undefined {
  if (result.kind === 'failed' || result.verdict.detailJson === null) return undefined;
  const detail = parseDetail(result.verdict.detailJson);
  if (detail === undefined) return undefined;
  const { returnedJson, stdout, error, traceback, reads, endedAtLine } = detail;
  const { verdict, ms } = result.verdict;
  return { verdict, ms, returnedJson, stdout, error, traceback, reads, endedAtLine };
}

function nothingTold(verdict: string, ms: number): Told {
  const nothing = { returnedJson: null, stdout: '', error: null, traceback: null, reads: null };
  return { verdict, ms, ...nothing, endedAtLine: null };
}
