'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { callEnd, type CallEnd, type CallMark } from '../../lib/client/call-end.ts';
import { openLiveSocket } from '../../lib/client/live-socket.ts';
import { fetchSteps, sessionQuery } from '../../lib/client/queries/sessions.ts';
import { pageId } from '../../lib/client/page-id.ts';
import { rememberSession } from '../../lib/client/remembered-sessions.ts';
import type { SessionState } from '../../lib/client/session-state.ts';
import { createSessionStream } from '../../lib/client/session-stream.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';

export interface SessionView {
  readonly state: SessionState;
  /** Null until the server has told of the session. */
  readonly info: LiveSessionInfo | null;
  /** The server does not know the session: it never did, or no longer does. */
  readonly gone: boolean;
  /** Why the session could not be read; not set where it is gone. */
  readonly error: Error | null;
  readonly retryNow: () => void;
  /** This page's name for itself; '' until the browser has it. */
  readonly page: string;
  /** What became of a call whose answer did not come: see `callEnd`. */
  readonly callEnd: (mark: CallMark, signal: AbortSignal) => Promise<CallEnd>;
  /** Reads over REST what the live connection would have told. */
  readonly refresh: () => void;
}

/** One session as it is now: what it was when the page opened, and all that came since. */
export function useSession(sessionId: string): SessionView {
  const [stream] = useState(() =>
    createSessionStream({ sessionId, openSocket: openLiveSocket, page: pageId }),
  );
  const state = useSyncExternalStore(stream.subscribe, stream.getSnapshot, stream.getSnapshot);
  const page = useSyncExternalStore(never, pageId, () => '');
  const first = useQuery(sessionQuery(sessionId));
  const info = state.info ?? first.data ?? null;
  const recordId = info?.recordId ?? null;
  const connected = state.connection === 'live';

  useEffect(() => {
    stream.start();
    window.addEventListener('online', stream.retryNow);
    return () => {
      window.removeEventListener('online', stream.retryNow);
      stream.stop();
    };
  }, [stream]);

  useEffect(() => {
    if (first.isSuccess) rememberSession(sessionId);
  }, [first.isSuccess, sessionId]);

  useEffect(() => {
    if (!state.missing || recordId === null || !connected) return;
    const abort = new AbortController();
    fetchSteps(recordId, abort.signal).then(stream.fill, () => {
      // The steps that are held stay; the next reconnect asks again.
    });
    return () => abort.abort();
  }, [state.missing, recordId, connected, stream]);

  function refresh(): void {
    void first.refetch();
    if (recordId === null) return;
    fetchSteps(recordId).then(stream.fill, () => {
      // What is shown stays; the live connection brings the rest.
    });
  }

  const unknown = isUnknown(first.error);
  return {
    state,
    info,
    gone: state.connection === 'gone' || unknown,
    page,
    callEnd: (mark, signal) => callEnd(stream, mark, signal),
    error: unknown || info !== null ? null : first.error,
    retryNow: () => {
      stream.retryNow();
      if (first.isError) void first.refetch();
    },
    refresh,
  };
}

function never(): () => void {
  return () => undefined;
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'session_closed');
}
