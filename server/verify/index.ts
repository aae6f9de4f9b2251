import { runCodeVerifier } from './code-verifier.ts';
import { runSqlVerifier } from './sql-verifier.ts';
import type { RunVerifier, Verdict, VerifyRequest } from './types.ts';

export { codeRun, codeVerdict, failureText } from './code-verifier.ts';
export type { JudgeSettings, Verdict, VerifyRequest } from './types.ts';

/** One verdict of one verifier; never rejects for what a verifier or a judge does. */
export type Verify = (request: VerifyRequest, signal?: AbortSignal) => Promise<Verdict>;

export function createVerify(run: RunVerifier): Verify {
  return (request, signal) =>
    request.verifier.mode === 'code'
      ? runCodeVerifier(run, request, signal)
      : runSqlVerifier(run, request, signal);
}
