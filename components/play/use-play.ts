'use client';

import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../lib/client/api-error.ts';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { rememberSession } from '../../lib/client/remembered-sessions.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { studioRoutes } from '../../lib/contracts/rest-studio.ts';

interface Play {
  readonly start: (how: { readonly baseline: boolean }) => void;
  /** Until the session's page is there. */
  readonly busy: boolean;
  readonly problem: string | null;
}

/** Opens a session on a task (null: on none) and goes to it. */
export function usePlay(scenario: string, taskIdx: number | null): Play {
  const goTo = useGoTo();
  const play = useMutation({
    // A click while nothing is connected fails at once; it must not open a session later.
    networkMode: 'always',
    mutationFn: async ({ baseline }: { readonly baseline: boolean }) => {
      const body = { scenario, taskIdx, ...(baseline && { options: { baseline: true } }) };
      const { session, outcome } = await callApi(studioRoutes.createSession, { body });
      const error = outcome?.observation.error;
      if (outcome?.observation.reward_type === 'reset_error') {
        throw new ApiError(typeof error === 'string' ? error : t('scenario.startFailed'), {
          code: 'scenario_broken',
          status: null,
        });
      }
      return session;
    },
    onSuccess: (session) => {
      rememberSession(session.id);
      goTo(`/sessions/${encodeURIComponent(session.id)}`);
    },
  });
  return {
    start: play.mutate,
    busy: play.isPending || play.isSuccess,
    problem: play.error?.message ?? null,
  };
}
