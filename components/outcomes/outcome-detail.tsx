'use client';

import type { ReactNode } from 'react';
import { useKey, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import type { TaskRef } from '../../lib/client/queries/outcomes.ts';
import { compareHref, runHref, shortRunId } from '../../lib/client/run-links.ts';
import type { Outcome, Outcomes } from '../../lib/contracts/outcomes.ts';
import { useMay } from '../identity/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { OutcomeRows } from './outcome-rows.tsx';
import { QueueRuns } from './queue-runs.tsx';
import { ShareBars } from './share-bars.tsx';
import { useReference } from './use-reference.ts';

interface OutcomeDetailProps extends TaskRef {
  readonly outcomes: Outcomes;
  readonly outcome: Outcome;
  /** Only passes are counted. */
  readonly passes: boolean;
}

/** One outcome opened: what to do with it, why it is suspected, its rows, answers, verdicts and share by training step. */
export function OutcomeDetail(props: OutcomeDetailProps): ReactNode {
  const { scenario, taskIdx, outcomes, outcome, passes } = props;
  const { reference, version } = outcomes;
  const { state, representative, isReference } = outcome;
  const mark = useReference({ scenario, taskIdx }, version);
  const isMarked = isReference && reference?.from === 'marked';
  const may = useMay()('write');
  const canMark = may && state !== null && representative !== null && !isMarked;
  const toggle = () => {
    if (!may) return;
    if (isMarked) mark.mutate(null);
    else if (canMark) mark.mutate(representative);
  };
  useKey('outcome.reference', toggle, { enabled: may && (canMark || isMarked) && !mark.isPending });
  const key = useKeyLabel('outcome.reference');
  const other = reference?.run ?? null;
  return (
    <div className="flex flex-col gap-2.5 px-2 pt-2 pb-3 text-sm">
      <p className="flex flex-wrap gap-1.5">
        {may && (canMark || isMarked) ? (
          <Button size="sm" busy={mark.isPending} title={t('outcomes.markHow')} onClick={toggle}>
            {isMarked ? t('outcomes.unmark') : t('outcomes.mark')}
            {key === null ? null : <Kbd>{key.shown}</Kbd>}
          </Button>
        ) : null}
        {state === null ? null : (
          <NavLink
            href={`/runs?q=${encodeURIComponent(`scenario:${scenario} task:${String(taskIdx)} state:${state}`)}`}
            className={buttonClass({ size: 'sm' })}
          >
            {t('outcomes.toRuns', { count: outcome.runs })}
          </NavLink>
        )}
        {representative === null ? null : (
          <NavLink href={runHref(representative)} className={buttonClass({ size: 'sm' })}>
            {t('outcomes.toRun', { id: shortRunId(representative) })}
          </NavLink>
        )}
        {state === null ? null : (
          <QueueRuns scenario={scenario} taskIdx={taskIdx} end={{ state, representative }} passes={passes} />
        )}
        {representative === null || other === null || isReference ? null : (
          <NavLink href={compareHref([other, representative])} className={buttonClass({ size: 'sm' })}>
            {t('outcomes.compare')}
          </NavLink>
        )}
      </p>
      {outcome.suspicions.length === 0 ? null : (
        <section>
          <h3 className="font-semibold">{t('outcomes.suspicions')}</h3>
          <ul className="list-disc pl-5">
            {outcome.suspicions.map((suspicion) => (
              <li key={suspicion}>{t(`runs.suspicions.${suspicion}.long`)}</li>
            ))}
          </ul>
        </section>
      )}
      {state === null ? null : (
        <section>
          <h3 className="pb-1 font-semibold">{t('outcomes.rows')}</h3>
          <OutcomeRows scenario={scenario} taskIdx={taskIdx} state={state} version={version} />
        </section>
      )}
      <section>
        <h3 className="font-semibold">{t('outcomes.answers')}</h3>
        {outcome.answers.length === 0 ? (
          <p className="text-text-2">{t('outcomes.noAnswers')}</p>
        ) : (
          <ul>
            {outcome.answers.map(({ text, count }) => (
              <li key={text} className="wrap-anywhere">
                “{text}” <span className="text-text-2">{t('outcomes.answerCount', { count })}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1">
        <dt className="text-text-2">{t('outcomes.verdicts')}</dt>
        <dd className="flex flex-wrap gap-2">
          {outcome.verdicts.map(({ verdict, runs }) => (
            <span key={verdict} className="inline-flex items-center gap-1">
              {verdict === 'none' ? (
                <Badge>{t('outcomes.noVerdict')}</Badge>
              ) : (
                <VerdictBadge verdict={verdict} />
              )}
              {runs}
            </span>
          ))}
        </dd>
        {outcome.labels.length === 0 ? null : (
          <>
            <dt className="text-text-2">{t('outcomes.labels')}</dt>
            <dd>
              {outcome.labels
                .map(({ outcome: label, count }) =>
                  t('outcomes.labelled', { label: t(`runs.labels.${label}`), count }),
                )
                .join(', ')}
            </dd>
          </>
        )}
      </dl>
      {outcomes.bins.length === 0 ? null : (
        <section>
          <h3 className="pb-1 font-semibold">{t('outcomes.byStep')}</h3>
          <ShareBars bins={outcomes.bins} counts={outcome.steps} />
        </section>
      )}
    </div>
  );
}
