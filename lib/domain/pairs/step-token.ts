export interface PairStep {
  readonly kind: 'list_tools' | 'call_tool' | 'verify' | 'done' | 'list_scenarios';
  readonly seq: number;
  readonly toolName: string | null;
  /** Equal for equal calls. */
  readonly call: string;
  readonly wrote: boolean;
  /** Names the state after it, times and random values aside; null: not recorded. */
  readonly state: string | null;
}

/** Equal for calls that are one step: two writes by one tool that leave the same state are, whatever times their arguments name. */
export function tokenOf({ toolName, call, wrote, state }: Omit<PairStep, 'kind' | 'seq'>): string {
  if (state === null) return `call ${call}`;
  return wrote ? `state ${String(toolName)} ${state}` : `call ${call} ${state}`;
}
