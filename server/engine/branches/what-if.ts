import type { WhatIfResult } from '../../../lib/contracts/branches.ts';
import { AppError, type ErrorCode } from '../../../lib/contracts/errors.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { EpisodeRecord, StepRecord, Store } from '../../store/types.ts';
import type { Evidence } from '../evidence/types.ts';
import type { JobProgress, Jobs } from '../jobs/types.ts';
import type { Engine, EngineSession } from '../types.ts';
import { changedAnswers } from './changed-answers.ts';
import type { WhatIfChange } from './types.ts';

export interface WhatIfDeps {
  readonly engine: Pick<Engine, 'fork'>;
  readonly evidence: Pick<Evidence, 'verdict'>;
  readonly jobs: Jobs;
  readonly store: Store;
}

/** What an episode does besides calling tools. */
const OWN_TOOLS = ['verify', 'done', '__list_scenarios__'];
/** There is no verdict to compare, rather than none that could be had. */
const NO_VERDICT: ReadonlySet<ErrorCode> = new Set(['not_found', 'conflict', 'sandbox_weak']);

/** @throws AppError not_found, invalid_request, forbidden, capacity_reached */
export function startWhatIf(deps: WhatIfDeps, episodeId: string, change: WhatIfChange): Job {
  const record = deps.store.episode(episodeId);
  if (record === undefined)
    throw new AppError('not_found', 'There is no such run; it may have been deleted.');
  if (record.baseline && record.endedAtMs === null)
    throw new AppError(
      'forbidden',
      'A baseline play hides verdicts until its end; try this when it is done.',
    );
  const [step] = deps.store.steps(episodeId, { from: change.seq, to: change.seq });
  if (step?.kind !== 'call_tool')
    throw new AppError(
      step === undefined ? 'not_found' : 'invalid_request',
      step === undefined
        ? `This run has no step ${String(change.seq)}; its last one is ${String(record.steps)}.`
        : `Step ${String(change.seq)} is not a tool call; only those can be dropped or replaced.`,
    );
  if (change.instead !== undefined && OWN_TOOLS.includes(change.instead.toolName))
    throw new AppError(
      'invalid_request',
      `instead.toolName: '${change.instead.toolName}' is not a tool of the scenario.`,
    );
  const what =
    change.instead === undefined
      ? `without step ${String(change.seq)}`
      : `with another step ${String(change.seq)}`;
  return deps.jobs.start({
    kind: 'what_if',
    about: { kind: 'runs', ids: [episodeId] },
    title: `Plays run ${episodeId.slice(0, 6)} again ${what}`,
    work: (progress) => play(deps, record, change, progress),
  });
}

/** A call of the run that is made again, by its step there; null: the one that was put in. */
interface Planned {
  readonly was: number | null;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

async function play(
  { engine, evidence, store }: WhatIfDeps,
  record: EpisodeRecord,
  change: WhatIfChange,
  progress: JobProgress,
): Promise<WhatIfResult> {
  const { signal } = progress;
  const point = { episodeId: record.id, seq: change.seq - 1 };
  const session = await engine.fork(point, { transport: 'what-if', as: 'what_if' }, signal);
  try {
    const runId = session.info.recordId ?? '';
    const madeBySeq = new Map<number, number>();
    progress.total(record.steps - change.seq + 1);
    for (const planned of plan(store, record, change)) {
      progress.now(planned.toolName);
      await call(session, planned.toolName, planned.arguments, signal);
      if (planned.was !== null) madeBySeq.set(planned.was, session.info.stepCount);
      progress.advance(1);
    }
    if (record.taskIdx !== null)
      await call(session, 'verify', { verifier_mode: 'code', ...finalAnswer(store, record) }, signal);
    const { stepCount } = session.info;
    await call(session, 'done', {}, signal);
    const before = await verdictOf(evidence, record.id, record.steps, signal);
    const after = await verdictOf(evidence, runId, stepCount, signal);
    const changedSteps = await changedAnswers(
      store,
      { was: record.id, now: runId, from: change.seq },
      madeBySeq,
    );
    const flips = before !== null && after !== null && (before === 'complete') !== (after === 'complete');
    progress.line({
      subject: runId.slice(0, 6),
      outcome: 'ok',
      message: sentence(before, after),
      run: runId,
    });
    return { runId, before, after, flips, changedSteps };
  } finally {
    await session.close('closed');
  }
}

/** @throws AppError deadline_exceeded where it was cut off */
async function call(
  session: EngineSession,
  tool_name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw new AppError('deadline_exceeded', 'It was cut off.');
  await session.step({ type: 'call_tool', tool_name, arguments: args }, signal);
}

function* plan(store: Store, record: EpisodeRecord, { seq: at, instead }: WhatIfChange): Generator<Planned> {
  for (let seq = at; seq <= record.steps; seq += 1) {
    const [step] = store.steps(record.id, { from: seq, to: seq });
    if (step?.kind !== 'call_tool' || step.toolName === null) continue;
    if (seq !== at) yield { was: seq, toolName: step.toolName, arguments: argumentsOf(step) };
    else if (instead !== undefined) yield { was: null, ...instead };
  }
}

function argumentsOf({ argumentsJson }: StepRecord): Readonly<Record<string, unknown>> {
  const value: unknown = argumentsJson === null ? {} : parseLossless(argumentsJson);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** What the run gave with its last verify, where it gave one. */
function finalAnswer(store: Store, record: EpisodeRecord): { readonly final_answer?: unknown } {
  for (let seq = record.steps; seq >= 1; seq -= 1) {
    const [step] = store.steps(record.id, { from: seq, to: seq });
    if (step?.kind !== 'verify' && step?.kind !== 'done') continue;
    const { final_answer: answer } = argumentsOf(step);
    if (answer !== undefined && answer !== null) return { final_answer: answer };
  }
  return {};
}

async function verdictOf(
  evidence: WhatIfDeps['evidence'],
  episodeId: string,
  seq: number,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await evidence.verdict(episodeId, seq, signal)).verdict.verdict;
  } catch (error) {
    if (error instanceof AppError && NO_VERDICT.has(error.code)) return null;
    throw error;
  }
}

function sentence(before: string | null, after: string | null): string {
  if (before === null || after === null)
    return 'Played to its end; there is no code verifier’s verdict to compare.';
  return before === after ? `The verdict stays ${before}.` : `The verdict was ${before} and is ${after}.`;
}
