import type { SessionState } from '../../lib/client/session-state.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';

/** Whether the episode still runs: its newest state is live. */
export function isRunning(state: SessionState, info: LiveSessionInfo, gone: boolean): boolean {
  return !gone && !info.done && state.endedBecause === null;
}

/**
 * What the page looks at: `named` is the URL's `step`, the newest state where there is none or no such. Null before the
 * first reset.
 */
export function viewedState(
  state: SessionState,
  info: LiveSessionInfo,
  running: boolean,
  named: string | null,
): Viewed | null {
  const { recordId, scenario } = info;
  if (recordId === null || scenario === null) return null;
  const { steps } = state;
  const newest = steps.at(-1)?.seq ?? 0;
  const asked = named !== null && /^\d+$/.test(named) ? Number(named) : newest;
  const seq = asked > newest ? newest : asked;
  return {
    recordId,
    scenario,
    taskIdx: info.taskIdx,
    seq,
    newest,
    step: steps.find((step) => step.seq === seq) ?? null,
    steps,
    human: info.actor === 'human',
    live: running && seq === newest,
    hidden: info.baseline && running,
  };
}
