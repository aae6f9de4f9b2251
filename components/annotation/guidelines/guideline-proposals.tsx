'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { proposalsQuery } from '../../../lib/client/queries/annotation.ts';
import type { GuidelineProposal } from '../../../lib/contracts/annotation/adjudication.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { projectHref } from '../frame/index.ts';
import { useMay } from '../../identity/index.ts';
import { t } from './messages.ts';

interface GuidelineProposalsProps {
  readonly project: string;
  /** In the text that is not saved yet. */
  readonly taken: readonly string[];
  readonly onTake: (proposal: GuidelineProposal) => void;
}

/** What adjudicators would change; the lead takes it into the next version, or dismisses it. */
export function GuidelineProposals({ project, taken, onTake }: GuidelineProposalsProps): ReactNode {
  const client = useQueryClient();
  const may = useMay();
  const query = proposalsQuery(project);
  const { data } = useQuery({ ...query, enabled: may('adjudicate') });
  const open = data?.items.filter(({ state }) => state === 'open') ?? [];
  const answer = useMutation({
    mutationFn: ({ id, state }: Pick<GuidelineProposal, 'id' | 'state'>) =>
      callApi(adjudicationRoutes.answerProposal, { params: { proposal: id }, body: { state } }),
    onSuccess: ({ id, state, name }) => {
      if (state === 'declined')
        showToast({
          tone: 'ok',
          text: t('guidelines.dismissed', { name }),
          action: { label: t('common.undo'), onClick: () => answer.mutate({ id, state: 'open' }) },
        });
      return client.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  if (open.length === 0) return null;
  return (
    <section
      aria-label={t('guidelines.proposals')}
      className="mx-3 mt-3 shrink-0 rounded-2 border border-line bg-surface text-sm md:mx-4"
    >
      <h2 className="border-line border-b px-3 py-1.5 font-semibold">
        {t('guidelines.proposals')} ({open.length})
      </h2>
      <ul>
        {open.map((proposal) => {
          const { id, item, section, text, name, atMs } = proposal;
          return (
            <li
              key={id}
              className="flex flex-wrap items-start gap-x-3 gap-y-1 border-line border-b px-3 py-2 last:border-b-0"
            >
              <span className="w-9 shrink-0 text-text-2 tabular-nums">{section ?? '–'}</span>
              <span className="min-w-0 flex-1 basis-60">
                <span className="whitespace-pre-line wrap-anywhere">{text}</span>
                <span className="block text-text-2">
                  {name}, {formatAbsolute(atMs)} ·{' '}
                  <NavLink
                    href={`${projectHref(project, 'disagreements')}?show=decided&item=${item}`}
                    className="text-accent underline"
                  >
                    {t('guidelines.proposedAt', { item: item.slice(0, 6) })}
                  </NavLink>
                </span>
              </span>
              {taken.includes(id) ? (
                <span role="status" className="text-text-2">
                  {t('guidelines.proposalTaken')}
                </span>
              ) : may('lead') ? (
                <span className="flex gap-2">
                  <Button size="sm" onClick={() => onTake(proposal)}>
                    {t('guidelines.takeProposal')}
                  </Button>
                  <Button size="sm" variant="ghost" onClick={() => answer.mutate({ id, state: 'declined' })}>
                    {t('guidelines.dismissProposal')}
                  </Button>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
