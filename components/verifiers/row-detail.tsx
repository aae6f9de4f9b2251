'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { t } from './messages.ts';
import { tryDetailQuery, type VerifierKey } from '../../lib/client/queries/verifiers.ts';
import { runHref, shortRunId } from '../../lib/client/run-links.ts';
import type { TryDetail } from '../../lib/contracts/workbench.ts';
import { ChangesBetween } from '../db-diff/index.ts';
import { JsonText } from '../json-view/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { replaceUrl } from '../layout/url-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { FailedLine } from '../blind/index.ts';

interface RowDetailProps {
  readonly place: VerifierKey;
  readonly tryId: string;
  readonly run: string;
  readonly before: number;
  /** The end may have been run since: then it is asked again. */
  readonly ready: boolean;
}

/** Why a verifier said what it said of one run. */
export function RowDetail({ place, tryId, run, before, ready }: RowDetailProps): ReactNode {
  const [of, setOf] = useState<'before' | 'after'>('after');
  const scroller = useRef<HTMLDivElement>(null);
  const detail = useQuery({ ...tryDetailQuery(tryId, run, of), enabled: ready });
  const { verdict = null, endedAtLine: line = null } = detail.data ?? {};
  const title = t('verifiers.detail', { id: shortRunId(run) });
  return (
    <section
      aria-label={title}
      className="flex h-[44%] min-h-56 shrink-0 max-[899px]:h-[420px] flex-col border-line-strong border-t bg-surface"
    >
      <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <h2 className="font-semibold text-sm">
          {t('verifiers.detail', { id: '' })}
          <span className="font-mono">{shortRunId(run)}</span>
        </h2>
        {verdict === null ? null : <VerdictBadge verdict={verdict} />}
        {line === null ? null : (
          <span className="text-sm text-text-2">{t('verifiers.endedAt', { line })}</span>
        )}
        <span className="flex-1" />
        <Segmented
          label={t('verifiers.which')}
          size="sm"
          value={of}
          onChange={setOf}
          segments={[
            { value: 'before', label: t('verifiers.ofBefore', { version: before }) },
            { value: 'after', label: t('verifiers.ofAfter') },
          ]}
        />
        <NavLink href={runHref(run)} className={buttonClass({ size: 'sm' })}>
          {t('verifiers.openRun')}
        </NavLink>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={t('verifiers.close')}
          onClick={() => replaceUrl({ run: null })}
        >
          <Icon name="close" />
        </Button>
      </header>
      <div
        ref={scroller}
        role="group"
        aria-label={title}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-3 py-2 text-sm outline-offset-[-2px]"
      >
        {detail.isPending ? (
          <Loading what={t('verifiers.detailWhat')} />
        ) : detail.isError ? (
          <p role="alert" className="text-err wrap-anywhere">
            ✕ {t('verifiers.detailFailed')}: <FailedLine error={detail.error} />
          </p>
        ) : (
          <>
            <Facts detail={detail.data} />
            <h3 className="mt-3 mb-1 font-medium text-text-2 text-xs">{t('verifiers.changes')}</h3>
            <ChangesBetween
              recordId={run}
              scenario={place.key}
              taskIdx={place.taskIdx}
              to={detail.data.seq}
              scroller={scroller}
            />
            <Reads reads={detail.data.reads} />
          </>
        )}
      </div>
    </section>
  );
}

function Facts({ detail }: { readonly detail: TryDetail }): ReactNode {
  const { answer, returnedJson, error, traceback, stdout } = detail;
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-1.5 [&>dt]:text-text-2">
      <dt>{t('verifiers.answer')}</dt>
      <dd className="whitespace-pre-wrap wrap-anywhere">
        {answer === '' ? <span className="text-text-2">{t('verifiers.noAnswer')}</span> : answer}
      </dd>
      <dt>{t('verifiers.returned')}</dt>
      <dd>
        {error !== null ? (
          <p role="alert" className="font-mono text-err whitespace-pre-wrap wrap-anywhere">
            ✕ {error}
          </p>
        ) : returnedJson === null ? (
          '–'
        ) : (
          <JsonText text={returnedJson} className="max-h-40 overflow-y-auto" />
        )}
      </dd>
      {stdout === '' ? null : <Text title={t('verifiers.output')} text={stdout} />}
      {traceback === null ? null : <Text title={t('verifiers.traceback')} text={traceback} />}
    </dl>
  );
}

function Reads({ reads }: Pick<TryDetail, 'reads'>): ReactNode {
  return (
    <dl className="mt-3 grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 [&>dt]:text-text-2">
      <dt>{t('verifiers.reads')}</dt>
      <dd className="font-mono wrap-anywhere">
        {reads === null ? (
          t('verifiers.readsUnknown')
        ) : reads.length === 0 ? (
          <span className="font-sans text-text-2">{t('verifiers.readsNothing')}</span>
        ) : (
          <ul className="flex flex-col">
            {reads.map(({ table, columns }) => (
              <li key={table}>
                {table} <span className="text-text-2">({columns.join(', ')})</span>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <div
          role="region"
          aria-label={title}
          tabIndex={0}
          className="max-h-40 overflow-auto rounded-1 bg-surface-2 p-2"
        >
          <pre className="font-mono leading-[18px]">{text}</pre>
        </div>
      </dd>
    </>
  );
}
