import { createHash } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import { isJsonObject } from '../../../lib/contracts/pydantic.ts';
import type { Verifier } from '../../dataset/types.ts';
import type { VerifierOutcome } from '../../host/types.ts';
import type { EpisodeRecord, StepRecord } from '../../store/types.ts';
import { failureText } from '../../verify/index.ts';
import type { AnsweredStates } from '../evidence/answered-states.ts';
import type { EpisodeFiles } from '../evidence/episode-files.ts';
import { detailText, parseDetail } from '../evidence/verdict-detail.ts';
import { DEFAULT_REWARDS } from '../rewards.ts';
import { judgedEntries, trajectoryEntries } from '../trajectory.ts';
import { TRY_DEADLINE_MS, type CellResult, type CellRuns, type Place, type Told } from './cell-runs.ts';
import type { WorkbenchDeps } from './types.ts';

const JUDGE_DEADLINE_MS = 60_000;

/** The readings of a sql verifier; its verdict only where the judge is to be asked. Kept for one try. */
export class SqlCells implements CellRuns {
  readonly verifier: Verifier;
  readonly #deps: WorkbenchDeps;
  readonly #files: EpisodeFiles;
  readonly #answers: AnsweredStates;
  readonly #askJudge: boolean;
  readonly #known = new Map<string, CellResult>();

  constructor(
    verifier: Verifier,
    parts: { readonly deps: WorkbenchDeps; readonly files: EpisodeFiles; readonly answers: AnsweredStates },
    askJudge: boolean,
  ) {
    this.verifier = verifier;
    this.#deps = parts.deps;
    this.#files = parts.files;
    this.#answers = parts.answers;
    this.#askJudge = askJudge;
  }

  known(place: Place): CellResult | undefined {
    return this.#known.get(nameOf(place));
  }

  async run(place: Place, _options: { readonly end: boolean }, signal: AbortSignal): Promise<CellResult> {
    const result = this.#askJudge ? await this.#judged(place, signal) : await this.#read(place, signal);
    this.#known.set(nameOf(place), result);
    return result;
  }

  async tell(place: Place, signal: AbortSignal | undefined): Promise<Told> {
    const outcome = await this.#outcome(place, { observe: true, background: false }, signal);
    if (outcome.kind === 'timeout' || outcome.kind === 'crashed')
      throw new AppError('deadline_exceeded', `${failureText(outcome)}.`);
    const detail = parseDetail(detailText(outcome));
    if (detail === undefined) throw new AppError('internal', 'The verifier’s run told nothing of itself.');
    const { returnedJson, stdout, error, traceback, reads, endedAtLine } = detail;
    const verdict = this.#known.get(nameOf(place))?.verdict ?? null;
    return { verdict, ms: outcome.ms, returnedJson, stdout, error, traceback, reads, endedAtLine };
  }

  async #read(place: Place, signal: AbortSignal): Promise<CellResult> {
    const outcome = await this.#outcome(place, { observe: false, background: true }, signal);
    const none = { verdict: null, line: null, tookTooLong: outcome.kind === 'timeout' };
    if (outcome.kind !== 'returned') {
      const line = outcome.kind === 'raised' ? (outcome.endedAtLine ?? null) : null;
      return { ...none, line, evidence: null, problem: failureText(outcome) };
    }
    const text = JSON.stringify(outcome.value);
    return { ...none, evidence: createHash('sha256').update(text).digest('hex'), problem: null };
  }

  async #judged({ record, state }: Place, signal: AbortSignal): Promise<CellResult> {
    const { store, verify, judge } = this.#deps;
    using initial = await this.#files.seed(record.id);
    using final = await this.#files.state(record.id, state);
    const head = {
      scenario: record.scenario,
      task: record.task,
      taskIdx: record.taskIdx,
      steps: record.steps,
      toolNames: [],
      rewards: DEFAULT_REWARDS,
    };
    const { rewardType, result } = await verify(
      {
        verifier: this.verifier,
        initialDb: initial.path,
        finalDb: final.path,
        finalAnswer: this.#answers.text(record.id, state),
        deadlineMs: JUDGE_DEADLINE_MS,
        task: record.task ?? '',
        trajectory: () => judgedEntries(trajectoryEntries(head, stepsOf(store, record))),
        judge,
      },
      signal,
    );
    const { llm_judge: said, ...readings } = result;
    const evidence = createHash('sha256').update(JSON.stringify(readings)).digest('hex');
    const error = isJsonObject(said) ? said['error'] : result['error_message'];
    const why = typeof error === 'string' ? error : 'The judge gave no class.';
    const problem = rewardType === 'judge_error' ? why : null;
    return { verdict: rewardType, evidence, problem, line: null, tookTooLong: false };
  }

  async #outcome(
    { record, state }: Place,
    how: { readonly observe: boolean; readonly background: boolean },
    signal: AbortSignal | undefined,
  ): Promise<VerifierOutcome> {
    using initial = await this.#files.seed(record.id);
    using final = await this.#files.state(record.id, state);
    const { code, functionName } = this.verifier;
    const deadlineMs = Math.min(TRY_DEADLINE_MS, this.#deps.verifierTimeoutMs);
    const run = { code, functionName, initialDb: initial.path, finalDb: final.path, deadlineMs, ...how };
    const outcome = await this.#deps.host.verify(run, signal);
    if (signal?.aborted === true) throw new AppError('deadline_exceeded', 'The run was cancelled.');
    return outcome;
  }
}

/** Each read when it is asked for: one may hold 100 MiB. */
function* stepsOf(store: WorkbenchDeps['store'], { id, steps }: EpisodeRecord): Generator<StepRecord> {
  for (let seq = 1; seq <= steps; seq += 1) yield* store.steps(id, { from: seq, to: seq });
}

/** The judge reads the run's own steps, so nothing is shared between runs. */
function nameOf({ record, state }: Place): string {
  return `${record.id} ${String(state.seq)}`;
}
