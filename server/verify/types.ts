import type { Verifier } from '../dataset/types.ts';
import type { VerifierOutcome, VerifierRun } from '../host/types.ts';

/** The part of the host that verification needs. */
export type RunVerifier = (run: VerifierRun, signal?: AbortSignal) => Promise<VerifierOutcome>;

export interface JudgeSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  /** A stranger gave the address: only the public internet's are asked. */
  readonly publicOnly?: boolean;
}

export interface VerifyRequest {
  readonly verifier: Verifier;
  readonly initialDb: string;
  readonly finalDb: string;
  readonly finalAnswer: string | null;
  readonly deadlineMs: number;
  /** sql mode: what the judge reads. */
  readonly task: string;
  readonly trajectory: () => readonly unknown[];
  readonly judge: JudgeSettings;
}

export interface Verdict {
  /** complete, others, incomplete, server_error, agent_error or judge_error. */
  readonly rewardType: string;
  /** The wire's verify_result. */
  readonly result: Readonly<Record<string, unknown>>;
}
