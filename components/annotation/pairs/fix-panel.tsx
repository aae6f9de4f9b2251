'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import type { FixAttempt } from '../../../lib/contracts/annotation/pairs.ts';
import { pairsRoutes } from '../../../lib/contracts/annotation/rest-pairs.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { buttonClass, Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { attemptsQuery, pairKeys } from './queries.ts';

interface FixPanelProps {
  readonly assignment: string;
  readonly queue: string;
  /** The step that went wrong, and what was said of it. */
  readonly fix: { readonly seq: number; readonly note: string };
}

/** A fix item on the labelling page: attempts in sessions of one's own, one of which is given in. Nothing tells a verdict. */
export function FixPanel({ assignment, queue, fix: { seq, note } }: FixPanelProps): ReactNode {
  const client = useQueryClient();
  const attempts = useQuery(attemptsQuery(assignment));
  const again = () => client.invalidateQueries({ queryKey: pairKeys.attempts(assignment) });
  const start = useMutation({
    mutationFn: () => callApi(pairsRoutes.startFix, { params: { id: assignment } }),
    onSuccess: again,
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const choose = useMutation({
    mutationFn: (attempt: string) => callApi(pairsRoutes.chooseFix, { params: { id: assignment, attempt } }),
    onSuccess: again,
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  // What is begun is gone on with.
  const items = attempts.data?.items ?? [];
  const open = items.findLast(({ session, state }) => session !== null && state === 'playing');
  const begun = attempts.isPending || items.some(({ state }) => state !== 'gone');
  return (
    <section
      aria-label={t('training.fixTitle')}
      className="flex shrink-0 flex-col gap-2 border-line border-b bg-surface px-3 py-2 text-sm"
    >
      <h2 className="font-semibold">{t('training.fixTitle')}</h2>
      <p>{note}</p>
      <p className="text-text-2">{t('training.fixAbout', { seq })}</p>
      <ol className="flex flex-col gap-1">
        {items.map((attempt, index) => (
          <AttemptLine
            key={attempt.id}
            attempt={attempt}
            queue={queue}
            primary={attempt.id === open?.id}
            index={index + 1}
            busy={choose.isPending}
            onChoose={() => choose.mutate(attempt.id)}
          />
        ))}
      </ol>
      {attempts.isError ? (
        <p role="alert" className="text-err">
          {attempts.error.message}
        </p>
      ) : null}
      <span>
        <Button variant={begun ? 'default' : 'primary'} busy={start.isPending} onClick={() => start.mutate()}>
          {t('training.startFix', { seq })}
        </Button>
      </span>
    </section>
  );
}

interface AttemptLineProps {
  readonly attempt: FixAttempt;
  readonly queue: string;
  readonly index: number;
  /** To be gone on with. */
  readonly primary: boolean;
  readonly busy: boolean;
  readonly onChoose: () => void;
}

function AttemptLine({ attempt, queue, index, primary, busy, onChoose }: AttemptLineProps): ReactNode {
  const { chosen, played, session, state } = attempt;
  const name = t('training.attempt', { index });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {name}: {t(`training.${state}`)}, {t('training.playedSteps', { count: played })}
      </span>
      {session === null ? null : (
        <NavLink
          href={`/sessions/${session}?fix=${queue}`}
          className={primary ? buttonClass({ variant: 'primary' }) : 'text-accent'}
          aria-label={`${t('training.open')}: ${name}`}
        >
          {t('training.open')}
        </NavLink>
      )}
      {chosen ? <strong>✓ {t('training.givenIn')}</strong> : null}
      {!chosen && state === 'played' ? (
        <Button size="sm" busy={busy} aria-label={`${t('training.giveIn')}: ${name}`} onClick={onChoose}>
          {t('training.giveIn')}
        </Button>
      ) : null}
    </li>
  );
}
