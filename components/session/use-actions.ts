'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { callApi } from '../../lib/client/api.ts';
import { markOf } from '../../lib/client/call-end.ts';
import { t } from './messages.ts';
import { studioRoutes } from '../../lib/contracts/rest-studio.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import type { SessionView } from './use-session.ts';

export type VerifierMode = 'code' | 'sql';

export interface VerifyRequest {
  readonly mode: VerifierMode;
  /** Null: none is sent. */
  readonly finalAnswer: string | null;
}

interface CallRequest {
  readonly toolName: string;
  readonly argumentsJson: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * What a person does in a session. What came of it arrives as a step over the live connection; where the answer to a call
 * is lost, its step settles it. Nothing is ever sent twice: one action runs at a time, none is repeated, and none
 * waits for the browser to be online.
 */
export function useActions(sessionId: string, view: SessionView) {
  const params = { id: sessionId };
  const [gate] = useState(createGate);

  useEffect(() => {
    gate.arrive();
    return gate.depart;
  }, [gate]);

  async function step(toolName: string, args: Arguments): Promise<void> {
    const action = { type: 'call_tool', tool_name: toolName, arguments: args } as const;
    const mark = markOf(view.state);
    try {
      await callApi(studioRoutes.stepSession, { params, body: { action } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== null) throw error;
      if ((await view.callEnd(mark, gate.signal())) === 'recorded') return;
      throw new ApiError(t('live.lost.call', { tool: toolName }), { code: null, status: null, cause: error });
    }
  }

  /** A second press before the page has been painted again sends nothing. */
  function once<T, R>(run: (request: T) => Promise<R>): (request: T) => Promise<R> {
    return (request) => run(request).finally(gate.free);
  }

  function guarded<T, O>(mutation: { readonly mutate: (request: T, options?: O) => void }) {
    return (request: T, options?: O): void => {
      if (gate.take()) mutation.mutate(request, options);
    };
  }

  const call = useMutation({
    networkMode: 'always',
    mutationFn: once(({ toolName, argumentsJson }: CallRequest) =>
      // Numbers go out as they were typed.
      step(toolName, parseLossless(argumentsJson) as Arguments),
    ),
  });
  const verify = useMutation({
    networkMode: 'always',
    mutationFn: once(({ mode, finalAnswer }: VerifyRequest) =>
      step('verify', {
        verifier_mode: mode,
        ...(finalAnswer === null ? {} : { final_answer: finalAnswer }),
      }),
    ),
  });
  const done = useMutation({
    networkMode: 'always',
    // The answer counts in baseline play, which is judged with Done.
    mutationFn: once((finalAnswer: string | null) =>
      step('done', finalAnswer === null ? {} : { final_answer: finalAnswer }),
    ),
  });
  return {
    call: { ...call, mutate: guarded(call) },
    verify: { ...verify, mutate: guarded(verify) },
    done: { ...done, mutate: guarded(done) },
    cancel: useMutation({
      networkMode: 'always',
      mutationFn: () => callApi(studioRoutes.cancelSession, { params }),
    }),
  };
}

/** Lets one action through at a time, and knows when the page goes. */
function createGate() {
  let busy = false;
  let left = new AbortController();
  return {
    take: (): boolean => {
      const free = !busy;
      busy = true;
      return free;
    },
    free: (): void => {
      busy = false;
    },
    arrive: (): void => {
      left = new AbortController();
    },
    depart: () => left.abort(),
    signal: () => left.signal,
  };
}

export type Actions = ReturnType<typeof useActions>;
