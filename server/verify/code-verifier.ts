import { pythonTypeName } from '../../lib/util/python-repr.ts';
import type { VerifierOutcome, VerifierRun } from '../host/types.ts';
import type { RunVerifier, Verdict, VerifyRequest } from './types.ts';

/** Why a run gave no value, in the reference's words where it has some. */
export function failureText(outcome: Exclude<VerifierOutcome, { kind: 'returned' }>): string {
  switch (outcome.kind) {
    case 'raised':
      return outcome.error;
    case 'timeout':
      return `Verifier timed out after ${(outcome.afterMs / 1000).toFixed(1)}s`;
    case 'crashed':
      return `Verifier process ended without an answer (${outcome.exit.kind})`;
  }
}

function failed(message: string): Verdict {
  const result = { result: 'others', execution_status: 'error', error_message: message };
  return { rewardType: 'judge_error', result };
}

/** What one run of a code verifier needs. */
export type CodeVerifyRequest = Pick<
  VerifyRequest,
  'verifier' | 'initialDb' | 'finalDb' | 'finalAnswer' | 'deadlineMs'
>;

/** A run of `verify_task_completion`; without an answer it gets ''. */
export function codeRun(request: CodeVerifyRequest): VerifierRun {
  const { verifier, initialDb, finalDb, finalAnswer, deadlineMs } = request;
  return {
    code: verifier.code,
    functionName: verifier.functionName,
    initialDb,
    finalDb,
    finalAnswer: finalAnswer ?? '',
    deadlineMs,
  };
}

/** complete or others by the verifier's own word; an error of the verifier is judge_error. */
export function codeVerdict(outcome: VerifierOutcome): Verdict {
  if (outcome.kind !== 'returned') return failed(failureText(outcome));
  const raw = outcome.value;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || !('result' in raw)) {
    return failed(`Invalid return format: ${outcome.typeName ?? pythonTypeName(raw)}`);
  }
  const verdict = raw.result === 'complete' ? 'complete' : 'others';
  return { rewardType: verdict, result: { result: verdict, execution_status: 'success', raw_result: raw } };
}

export async function runCodeVerifier(
  run: RunVerifier,
  request: CodeVerifyRequest,
  signal?: AbortSignal,
): Promise<Verdict> {
  return codeVerdict(await run(codeRun(request), signal));
}
