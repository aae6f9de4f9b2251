'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { callApi } from '../../lib/client/api.ts';
import { t } from '../../lib/client/messages/index.ts';
import { rememberSession } from '../../lib/client/remembered-sessions.ts';
import { routes } from '../../lib/contracts/rest.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface PlayButtonProps {
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly label: string;
  /** Said by screen readers, where `label` alone would not tell the task. */
  readonly accessibleName?: string;
  readonly size?: 'md' | 'sm';
  readonly variant?: 'default' | 'primary';
}

/** Opens a session on a task and goes to it. */
export function PlayButton({
  scenario,
  taskIdx,
  label,
  accessibleName,
  size,
  variant,
}: PlayButtonProps): ReactNode {
  const router = useRouter();
  const play = useMutation({
    mutationFn: async () => {
      const { session, outcome } = await callApi(routes.createSession, { body: { scenario, taskIdx } });
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
      router.push(`/sessions/${encodeURIComponent(session.id)}`);
    },
  });
  const busy = play.isPending || play.isSuccess;
  return (
    <>
      <Button
        size={size}
        variant={variant}
        aria-label={accessibleName}
        disabled={busy}
        focusableWhenDisabled
        onClick={() => play.mutate()}
      >
        <Icon name="play" className="size-3" />
        {busy ? t('scenario.starting') : label}
      </Button>
      {play.isError ? (
        <span role="alert" className="text-err text-sm wrap-anywhere">
          {t('scenario.startFailed')}: {play.error.message}
        </span>
      ) : null}
    </>
  );
}
