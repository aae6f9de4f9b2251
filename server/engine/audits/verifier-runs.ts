import { codeRun, codeVerdict, failureText } from '../../verify/index.ts';
import type { VerifierOutcome } from '../../host/types.ts';
import type { AuditCase, TaskVerifier } from './types.ts';

const DEADLINE_MS = 10_000;

export interface Verdict {
  /** complete, others, or failed: it raised, gave no verdict, or did not end. */
  readonly word: 'complete' | 'others' | 'failed';
  /** Why it failed. */
  readonly failure: string;
  /** It did not end: it is not run again. */
  readonly hung: boolean;
  readonly line: number | null;
  /** The kind of exception, where it raised one: NameError. */
  readonly raised: string | null;
}

/** Runs a code verifier on the scenario's databases as a session sees them, `finalDb` in place of the final one. */
export async function judge(
  { deps, prepared, signal }: AuditCase,
  { verifier }: Pick<TaskVerifier, 'verifier'>,
  finalDb: string,
  finalAnswer: string,
): Promise<Verdict> {
  const request = { verifier, initialDb: prepared.initialDb, finalDb, finalAnswer, deadlineMs: DEADLINE_MS };
  const outcome = await deps.host.verify({ ...codeRun(request), background: true }, signal);
  signal.throwIfAborted();
  return verdictOf(outcome);
}

function verdictOf(outcome: VerifierOutcome): Verdict {
  const { rewardType, result } = codeVerdict(outcome);
  const nothing = { failure: '', hung: false, line: null, raised: null };
  if (rewardType === 'complete' || rewardType === 'others') return { ...nothing, word: rewardType };
  if (outcome.kind === 'returned')
    return { ...nothing, word: 'failed', failure: noVerdict(result['error_message']) };
  return {
    word: 'failed',
    failure: failureText(outcome),
    hung: outcome.kind === 'timeout' || outcome.kind === 'crashed',
    line: outcome.kind === 'raised' ? (outcome.endedAtLine ?? null) : null,
    raised: outcome.kind === 'raised' ? exceptionOf(outcome.traceback) : null,
  };
}

function noVerdict(message: unknown): string {
  return typeof message === 'string' ? message : 'it gives no verdict';
}

function exceptionOf(traceback: string): string | null {
  const last = traceback.trimEnd().split('\n').at(-1) ?? '';
  return /^([A-Za-z_][\w.]*)(?::|$)/.exec(last)?.[1] ?? null;
}

/** The value of an SQL verifier as text, the same for equal values; null where it gave none. */
export async function evidenceOf(
  { deps, prepared, signal }: AuditCase,
  { verifier }: Pick<TaskVerifier, 'verifier'>,
  finalDb: string,
): Promise<string | null> {
  const outcome = await deps.host.verify(
    {
      code: verifier.code,
      functionName: verifier.functionName,
      initialDb: prepared.initialDb,
      finalDb,
      deadlineMs: DEADLINE_MS,
      background: true,
    },
    signal,
  );
  signal.throwIfAborted();
  return outcome.kind === 'returned' ? JSON.stringify(outcome.value) : null;
}
