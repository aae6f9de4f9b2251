import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { VerdictDetail, VerdictLane } from '../../../lib/contracts/evidence.ts';
import type { AnsweredState, AnsweredStates } from './answered-states.ts';
import type { EvidenceDeps } from './types.ts';
import { parseDetail } from './verdict-detail.ts';
import { LaneWork } from './lane-work.ts';
import type { RunResult, VerdictRuns } from './verdict-runs.ts';
import { subjectOf, type NoLane, type Subject } from './verdict-subject.ts';

/** A lane's answer waits so long for verdicts that come at once. */
const MOMENT_MS = 150;
/** Details that are being made at once; two of them run. */
const MAX_DETAILS = 16;

/** The code verifier at every state of an episode, each distinct state once. */
export class VerdictLanes implements AsyncDisposable {
  readonly #deps: EvidenceDeps;
  readonly #runs: VerdictRuns;
  readonly #answers: AnsweredStates;
  readonly #work: LaneWork;
  #details = 0;

  constructor(deps: EvidenceDeps, runs: VerdictRuns, answers: AnsweredStates) {
    this.#deps = deps;
    this.#answers = answers;
    this.#runs = runs;
    this.#work = new LaneWork(runs);
  }

  /** @throws AppError not_found */
  async lane(episodeId: string, signal?: AbortSignal): Promise<VerdictLane> {
    const subject = await subjectOf(this.#deps, episodeId);
    if (typeof subject === 'string')
      return { items: [], pending: [], impossible: [], none: subject, changed: null };
    const found = this.#read(subject);
    if (found.missing.length > 0) {
      await Promise.race([
        this.#work.start(subject, found.missing),
        sleep(MOMENT_MS, undefined, signal && { signal }).catch(() => undefined),
      ]);
    }
    const { lane } = found.missing.length > 0 ? this.#read(subject) : found;
    if (lane.items.length > 0) this.#sawVerdict(subject);
    return lane;
  }

  /** @throws AppError not_found, forbidden, sandbox_weak, conflict, capacity_reached, deadline_exceeded */
  async detail(episodeId: string, seq: number, signal?: AbortSignal): Promise<VerdictDetail> {
    const subject = await subjectOf(this.#deps, episodeId);
    if (typeof subject === 'string') throw noVerdict(subject);
    const state = this.#answers.of(episodeId).find((recorded) => recorded.seq === seq);
    if (state === undefined) throw new AppError('not_found', `This episode has no step ${String(seq)}.`);
    if (state.unavailable !== null) throw new AppError('conflict', state.unavailable.message);
    const known = this.#runs.known(subject, state);
    const answer =
      (known && describe(subject, state, known)) ?? (await this.#observe(subject, state, signal));
    this.#sawVerdict(subject);
    return answer;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#work[Symbol.asyncDispose]();
  }

  async #observe(
    subject: Subject,
    state: AnsweredState,
    signal: AbortSignal | undefined,
  ): Promise<VerdictDetail> {
    if (this.#details >= MAX_DETAILS)
      throw new AppError('capacity_reached', 'Many verifiers are running; try again in a few seconds.');
    this.#details += 1;
    try {
      const made = await this.#runs.run(subject, state, { observe: true, background: false }, signal);
      if (made.kind === 'failed') throw new AppError('deadline_exceeded', made.message);
      const detail = describe(subject, state, made);
      if (detail === undefined) throw new AppError('internal', 'The verifier’s run told nothing of itself.');
      return detail;
    } finally {
      this.#details -= 1;
    }
  }

  #read(subject: Subject): { readonly lane: VerdictLane; readonly missing: readonly AnsweredState[] } {
    const lane: VerdictLane = {
      items: [],
      pending: [],
      impossible: [],
      none: null,
      changed: subject.changed,
    };
    const missing = new Map<string, AnsweredState>();
    const results = new Map<string, RunResult | undefined>();
    for (const state of this.#answers.of(subject.record.id)) {
      const { seq, answer, answerFrom, unavailable } = state;
      if (unavailable !== null) {
        lane.impossible.push({ seq, message: unavailable.message });
        continue;
      }
      const name = `${state.hash} ${state.answerName}`;
      if (!results.has(name)) results.set(name, this.#runs.known(subject, state));
      const result = results.get(name);
      if (result === undefined) {
        const stopped = this.#work.stopped(subject.record.id);
        if (stopped === undefined) {
          lane.pending.push(seq);
          missing.set(name, state);
        } else lane.impossible.push({ seq, message: stopped });
      } else if (result.kind === 'failed') lane.impossible.push({ seq, message: result.message });
      else
        lane.items.push({ seq, verdict: result.verdict.verdict, answer, answerFrom, ms: result.verdict.ms });
    }
    return { lane, missing: [...missing.values()] };
  }

  /** A person who plays learns from it how the task stands. */
  #sawVerdict({ record }: Subject): void {
    const isPlaying = record.actor === 'human' && record.endedAtMs === null;
    if (!isPlaying || record.sawVerdictAt !== null) return;
    this.#deps.store.markSawVerdict(record.id, record.steps);
  }
}

function describe(subject: Subject, state: AnsweredState, result: RunResult): VerdictDetail | undefined {
  if (result.kind === 'failed' || result.verdict.detailJson === null) return undefined;
  const detail = parseDetail(result.verdict.detailJson);
  const { seq, answer, answerFrom } = state;
  const { verdict, ms } = result.verdict;
  return (
    detail && {
      verdict: { seq, verdict, answer, answerFrom, ms },
      mode: 'code',
      functionName: subject.verifier.functionName,
      verifierHash: subject.verifier.hash,
      verifierVersion: subject.verifier.version ?? null,
      ...detail,
    }
  );
}

function noVerdict(none: NoLane): AppError {
  switch (none) {
    case 'no_task':
      return new AppError('conflict', 'The episode was played without a task, so nothing verifies it.');
    case 'no_code_verifier':
      return new AppError('conflict', 'The task has no code verifier.');
    case 'scenario_gone':
      return new AppError('conflict', 'The pack with the scenario is not here any more, nor its verifier.');
    case 'baseline':
      return new AppError('forbidden', 'This is a baseline play: verdicts are hidden until it is done.');
    case 'too_weak_sandbox':
      return new AppError(
        'sandbox_weak',
        'Verifiers do not run here: the sandbox is too weak for this bind.',
      );
  }
}
