import type { SessionState } from './session-state.ts';
import type { SessionStream } from './session-stream.ts';

/** Where a session was when a call was sent. */
export interface CallMark {
  readonly recordId: string | null;
  readonly seq: number;
}

/** recorded: its step is there; unsent: the server never had it; gone: nobody can tell any more. */
export type CallEnd = 'recorded' | 'unsent' | 'gone';

/** Events of a call that was under way come with the connection; this long after it there are none. */
const QUIET_MS = 700;

export function markOf(state: SessionState): CallMark {
  return { recordId: state.info?.recordId ?? null, seq: state.steps.at(-1)?.seq ?? 0 };
}

/**
 * What became of a call whose answer did not come, as the session's events tell: settles when its step arrives, or when
 * the connection is back and nothing runs. Never sends anything again. Rejects when `signal` aborts.
 */
export function callEnd(
  stream: Pick<SessionStream, 'subscribe' | 'getSnapshot'>,
  mark: CallMark,
  signal: AbortSignal,
): Promise<CallEnd> {
  return new Promise((resolve, reject) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;

    function finish(end: CallEnd): void {
      clearTimeout(quiet);
      unsubscribe();
      signal.removeEventListener('abort', abort);
      resolve(end);
    }

    function abort(): void {
      clearTimeout(quiet);
      unsubscribe();
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    }

    function look(): void {
      clearTimeout(quiet);
      quiet = undefined;
      const state = stream.getSnapshot();
      const now = markOf(state);
      if (now.recordId === mark.recordId && now.seq > mark.seq) finish('recorded');
      else if (state.connection === 'gone' || state.endedBecause !== null) finish('gone');
      else if (state.connection === 'live' && !state.missing && !isBusy(state))
        quiet = setTimeout(() => finish('unsent'), QUIET_MS);
    }

    const unsubscribe = stream.subscribe(look);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else look();
  });
}

function isBusy({ running, info }: SessionState): boolean {
  return running !== null || info?.phase === 'running' || info?.phase === 'resetting';
}
