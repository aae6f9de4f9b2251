'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { rememberSession } from '../../lib/client/remembered-sessions.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.ts';

interface ForkButtonProps {
  readonly recordId: string;
  readonly seq: number;
  readonly size?: 'md' | 'sm';
  /** On narrow screens an icon alone. */
  readonly folds?: boolean;
}

/** Opens a session that goes on from a step, with the steps up to there as its own. */
export function ForkButton({ recordId, seq, size = 'md', folds = false }: ForkButtonProps): ReactNode {
  const goTo = useGoTo();
  const fork = useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(branchRoutes.forkEpisode, { params: { id: recordId }, body: { seq } }),
    onSuccess: ({ session }) => {
      rememberSession(session.id);
      goTo(`/sessions/${encodeURIComponent(session.id)}`);
    },
    onError: (error) =>
      showToast({ tone: 'err', text: t('workspace.forkFailed', { message: error.message }) }),
  });
  const label = seq === 0 ? t('workspace.forkSeed') : t('workspace.forkAt', { seq });
  return (
    <Button
      size={size}
      busy={fork.isPending || fork.isSuccess}
      aria-label={label}
      title={label}
      onClick={() => fork.mutate()}
      className={cx(folds && 'max-md:w-control max-md:px-0')}
    >
      <Icon name="fork" className="size-3.5" />
      <span className={cx(folds && 'max-md:hidden')}>
        {t(fork.isPending || fork.isSuccess ? 'workspace.forking' : 'workspace.fork')}
      </span>
    </Button>
  );
}
