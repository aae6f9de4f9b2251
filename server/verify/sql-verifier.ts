import { isJsonObject, type JsonObject } from '../../lib/contracts/pydantic.ts';
import { failureText } from './code-verifier.ts';
import { askJudge } from './judge.ts';
import type { RunVerifier, Verdict, VerifyRequest } from './types.ts';

function isErrorResult(value: unknown): value is JsonObject {
  return isJsonObject(value) && value['execution_status'] === 'error';
}

/** Runs `verify_task` for its readings of the two databases, then has the judge class the run. */
export async function runSqlVerifier(
  run: RunVerifier,
  request: VerifyRequest,
  signal?: AbortSignal,
): Promise<Verdict> {
  const started = Date.now();
  const { verifier, initialDb, finalDb, deadlineMs } = request;
  const outcome = await run(
    { code: verifier.code, functionName: verifier.functionName, initialDb, finalDb, deadlineMs },
    signal,
  );
  if (outcome.kind !== 'returned') {
    return {
      rewardType: 'judge_error',
      result: { execution_status: 'error', error_message: failureText(outcome) },
    };
  }
  const evidence = outcome.value;
  if (isErrorResult(evidence)) return { rewardType: 'judge_error', result: evidence };
  const verdict = await askJudge(
    request.judge,
    {
      task: request.task,
      trajectory: request.trajectory(),
      evidence,
      reasoning: verifier.reasoning,
      successCriteria: verifier.successCriteria,
      failureCriteria: verifier.failureCriteria,
    },
    { deadlineMs: Math.max(1000, deadlineMs - (Date.now() - started)), ...(signal && { signal }) },
  );
  // A verifier may return any JSON; the judge's word needs an object to stand in.
  const readings = isJsonObject(evidence) ? evidence : { readings: evidence };
  return { rewardType: verdict.rewardType, result: { ...readings, llm_judge: verdict.result } };
}
