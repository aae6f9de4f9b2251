import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { ANSWER_LIMIT } from '../../../lib/contracts/evidence.ts';
import { beginning } from '../../../lib/domain/beginning.ts';
import { redactedJson } from '../../../lib/domain/redact.ts';
import { databaseProblem, packState, playedBetween } from '../../store/artifacts/take-states.ts';
import type { NewRun, NewStep, PackedFile, PackedState } from '../../store/artifacts/types.ts';
import { canonicalCode } from './canonical-code.ts';
import type { ParsedRun, ParsedStep } from './parsed-run.ts';
import type { PreparedRun, SessionRole, WorkerInput } from './prepared.ts';
import { readJson } from './read-json.ts';
import { looksLikeLog, readLog } from './read-log.ts';
import { looksLikeTrajectory, readTrajectory } from './read-trajectory.ts';
import { ArtifactError, shownName } from './source.ts';

/** Replaced by what came of rebuilding them. */
export const GAPS = 'The states between the calls were not recorded.';
/** Longer texts are stored compressed, as the recorder does. */
const INLINE = 4096;
const WORDS_BYTES = 256 * 1024;
const FILE_NAMES: Readonly<Partial<Record<SessionRole, string>>> = {
  trajectory: 'trajectory.json',
  code: 'server.py',
  log: 'server.log',
};

/** A session folder. @throws ArtifactError where its trajectory cannot be used */
export function prepareSession({
  name,
  files,
  journals,
  missing,
}: Extract<WorkerInput, { kind: 'session' }>): PreparedRun {
  if (files.trajectory === undefined)
    throw new ArtifactError(
      `${shownName(name)} has no trajectory.json that can be read: what was done is not known`,
    );
  const text = files.trajectory.toString('utf8');
  const file = `${name}/trajectory.json`;
  const value = readJson(text, file);
  const parsed = readTrajectory(value, file);
  const notes = [...parsed.missing, ...missing];
  for (const { path, size } of journals)
    if (size > 0)
      notes.push(
        `${shownName(path)} holds ${String(size)} bytes that are not in the database beside it: that state was not taken.`,
      );
  const initial = usable('initial', files.initial, journals, notes);
  const final = usable('final', files.final, journals, notes);
  const kept = (['trajectory', 'code', 'log'] as const).flatMap((role) => {
    const bytes = files[role];
    return bytes === undefined ? [] : [packFile(FILE_NAMES[role] ?? role, bytes)];
  });
  const roles = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = roles.map(([role, bytes]) => [role, hash('sha256', bytes, 'hex')]);
  return {
    ...fromParsed(parsed, { initial, final }, notes),
    files: kept,
    contentHash: hash('sha256', JSON.stringify(['session', content]), 'hex'),
    codeHash: files.code === undefined ? null : canonicalCode(files.code.toString('utf8')),
  };
}

/** A trajectory by itself, or a log of tool calls. @throws ArtifactError */
export function prepareJson({ name, bytes }: Extract<WorkerInput, { kind: 'json' }>): PreparedRun {
  const value = readJson(bytes.toString('utf8'), name);
  if (looksLikeTrajectory(value))
    return prepareSession({ kind: 'session', name, files: { trajectory: bytes }, journals: [], missing: [] });
  if (!looksLikeLog(value))
    throw new ArtifactError(`${shownName(name)} is neither a trajectory nor a log of chat messages`);
  const parsed = readLog(value, name);
  return {
    ...fromParsed(parsed, { initial: null, final: null }, [...parsed.missing]),
    files: [],
    contentHash: hash('sha256', JSON.stringify(['log', JSON.stringify(value)]), 'hex'),
    codeHash: null,
  };
}

interface Given {
  readonly initial: Buffer | null;
  readonly final: Buffer | null;
}

function usable(
  role: 'initial' | 'final',
  bytes: Buffer | undefined,
  journals: readonly { readonly path: string; readonly size: number }[],
  missing: string[],
): Buffer | null {
  if (bytes === undefined) return null;
  const isInitial = role === 'initial';
  if (journals.some(({ path, size }) => size > 0 && /_initial\.db-/.test(path) === isInitial)) return null;
  const problem = databaseProblem(bytes);
  if (problem === undefined) return bytes;
  missing.push(`The ${role} database ${shownName(problem)}: it was not taken.`);
  return null;
}

function packFile(name: string, bytes: Buffer): PackedFile {
  return { name, size: bytes.length, packed: zstdCompressSync(bytes) };
}

function fromParsed(
  parsed: ParsedRun,
  given: Given,
  missing: string[],
): Omit<PreparedRun, 'files' | 'contentHash' | 'codeHash'> {
  const states: PackedState[] = [];
  const initial = given.initial === null ? null : packState(given.initial, null);
  if (initial !== null) states.push(initial);
  const base =
    initial === null || given.initial === null ? null : { hash: initial.hash, bytes: given.initial };
  const final = given.final === null ? null : packState(given.final, base);
  if (final !== null && final.hash !== initial?.hash) states.push(final);
  if (given.initial === null) missing.push('The database as it was at the beginning is not there.');
  if (given.final === null) missing.push('The database as it was at the end is not there.');
  const calls = parsed.steps.flatMap((step, i) => (step.kind === 'call_tool' ? [i] : []));
  const lastCall = calls.at(-1);
  // Nothing was written where the file is the same to the byte: SQLite counts its writes in it.
  const untouched = initial !== null && initial.hash === final?.hash;
  const hasGaps =
    !untouched && (calls.length > 1 || (calls.length === 1 && final === null) || initial === null);
  if (hasGaps) missing.push(GAPS);
  missing.push(
    'When it was played and how long its steps took is not recorded: the time of the import stands for it.',
  );
  const clock =
    given.initial === null || given.final === null || untouched
      ? null
      : playedBetween(
          given.initial,
          given.final,
          parsed.steps.map(({ argumentsJson }) => argumentsJson ?? '').join('\n'),
        );
  const unknown = initial?.hash ?? final?.hash ?? null;
  let at = lastCall === undefined ? (final?.hash ?? unknown ?? '') : (initial?.hash ?? '');
  const steps = parsed.steps.map((step, i): NewStep => {
    const before = at;
    const isEnd = i === lastCall && final !== null;
    if (isEnd) at = final.hash;
    const isUnknown = step.kind === 'call_tool' && !isEnd && !untouched;
    return newStep(step, i + 1, { before, after: at, isUnknown, isWrite: isEnd && before !== final.hash });
  });
  const verdicts = parsed.steps.flatMap((step, i) =>
    step.verdict === null ? [] : [verdictRow(step, i + 1)],
  );
  const last = verdicts.at(-1);
  const answer = last?.final_answer ?? null;
  return {
    kind: 'foreign',
    scenario: parsed.scenario,
    task: parsed.task,
    taskIdx: parsed.taskIdx,
    steps,
    verdicts,
    states,
    initial: lastCall === undefined ? (final?.hash ?? initial?.hash ?? null) : (initial?.hash ?? null),
    final: final?.hash ?? null,
    hasGaps,
    messages: parsed.log === null ? null : zstdCompressSync(parsed.log),
    missing,
    run: parsed.run,
    clock,
    verdict: last?.reward_type ?? null,
    reward: last?.reward ?? null,
    finalAnswer: answer === null ? null : beginning(answer, ANSWER_LIMIT),
  };
}

const UNKNOWN = JSON.stringify({
  code: 'missing',
  message: 'the artifact that this run was made from has no state of it',
});

function newStep(
  step: ParsedStep,
  seq: number,
  db: { before: string; after: string; isUnknown: boolean; isWrite: boolean },
): NewStep {
  const isLong = step.observationJson.length > INLINE;
  return {
    seq,
    kind: step.kind,
    tool_name: step.toolName,
    arguments: step.argumentsJson,
    client_metadata: redactedJson(step.words ?? undefined, WORDS_BYTES),
    observation: isLong ? null : step.observationJson,
    observation_packed: isLong ? zstdCompressSync(step.observationJson) : null,
    reward_type: step.rewardType,
    reward: step.reward,
    http_method: null,
    http_route: null,
    http_status: step.httpStatus,
    // The time of the import is put in when it is written.
    started_at: 0,
    duration: 0,
    runtime: null,
    log_start: 0,
    log_end: 0,
    log_text: null,
    log_packed: null,
    db_before: db.before,
    db_after: db.after,
    wrote: db.isWrite ? 1 : 0,
    problem: db.isUnknown ? UNKNOWN : null,
    normal_state: db.isUnknown ? 2 : 0,
    normalised: null,
    normal_problem: db.isUnknown ? 'the state after this step is not known' : null,
    tables_touched: null,
    reconstructed: 0,
  };
}

function verdictRow(step: ParsedStep, seq: number): NewRun['verdicts'][number] {
  return {
    seq,
    mode: step.verdict?.mode ?? 'code',
    reward_type: step.rewardType ?? '',
    reward: step.reward ?? 0,
    final_answer: step.verdict?.finalAnswer ?? null,
    // Which verifier it was is not in the file.
    verifier_hash: '',
    at: 0,
  };
}
