'use client';

import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../lib/client/api.ts';
import { routes } from '../../lib/contracts/rest.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';

export type VerifierMode = 'code' | 'sql';

export interface VerifyRequest {
  readonly mode: VerifierMode;
  /** Null: none is sent. */
  readonly finalAnswer: string | null;
}

/** What a person does in a session. What came of it arrives as a step over the live connection. */
export function useActions(sessionId: string) {
  const params = { id: sessionId };

  function step(toolName: string, args: Readonly<Record<string, unknown>>) {
    const action = { type: 'call_tool', tool_name: toolName, arguments: args } as const;
    return callApi(routes.stepSession, { params, body: { action } });
  }

  return {
    call: useMutation({
      mutationFn: ({
        toolName,
        argumentsJson,
      }: {
        readonly toolName: string;
        readonly argumentsJson: string;
      }) =>
        // Numbers go out as they were typed.
        step(toolName, parseLossless(argumentsJson) as Readonly<Record<string, unknown>>),
    }),
    verify: useMutation({
      mutationFn: ({ mode, finalAnswer }: VerifyRequest) =>
        step('verify', {
          verifier_mode: mode,
          ...(finalAnswer === null ? {} : { final_answer: finalAnswer }),
        }),
    }),
    done: useMutation({ mutationFn: () => step('done', {}) }),
    cancel: useMutation({ mutationFn: () => callApi(routes.cancelSession, { params }) }),
  };
}

export type Actions = ReturnType<typeof useActions>;
