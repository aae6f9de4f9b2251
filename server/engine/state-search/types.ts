import type { RunTarget, StateSearchAnswer } from '../../../lib/contracts/runs.ts';

export interface StateSearchQuestion {
  readonly target: RunTarget;
  readonly sql: string;
  readonly of: 'end' | 'steps';
}

/** People's SQL over what many runs changed. */
export interface StateSearch extends AsyncDisposable {
  /** @throws AppError not_found (selection), capacity_reached, runtime_failed */
  search(question: StateSearchQuestion, signal?: AbortSignal): Promise<StateSearchAnswer>;
}
