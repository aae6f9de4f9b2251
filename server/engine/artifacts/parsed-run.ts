/** A run as an artifact tells it, before anything of the studio's own is added. What it does not say is null. */
export interface ParsedRun {
  /** As written. */
  readonly scenario: string | null;
  readonly task: string | null;
  readonly taskIdx: number | null;
  readonly steps: readonly ParsedStep[];
  /** Sentences: what a studio's own recording would have and this lacks. */
  readonly missing: readonly string[];
  /** What it says of itself beside: experiment, policy, model, tags. */
  readonly run: Readonly<Record<string, unknown>>;
  /** The agent's log, where the run was made from one: JSON text. */
  readonly log: string | null;
}

export interface ParsedStep {
  readonly kind: 'list_tools' | 'call_tool' | 'verify' | 'done';
  readonly toolName: string | null;
  readonly argumentsJson: string | null;
  readonly observationJson: string;
  readonly rewardType: string | null;
  readonly reward: number | null;
  readonly httpStatus: number | null;
  /** The agent's words that led to it. */
  readonly words: Readonly<Record<string, unknown>> | null;
  readonly verdict: { readonly mode: string; readonly finalAnswer: string | null } | null;
}
