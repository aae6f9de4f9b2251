'use client';

import { type ReactNode, useState } from 'react';
import { formatDuration } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { VerdictDetail } from '../../lib/contracts/evidence.ts';
import { JsonText } from '../json-view/index.ts';
import { Badge } from '../ui/badge.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { type Check, checksOf } from './checks.ts';
import { layOutJson } from './lay-out-json.ts';

export function VerdictFacts({ detail }: { readonly detail: VerdictDetail }): ReactNode {
  const { verdict, returnedJson } = detail;
  const checks = returnedJson === null ? [] : checksOf(returnedJson);
  return (
    <section aria-labelledby="verdict-at" className="flex flex-col gap-2 px-3 py-2 text-sm">
      <h2 id="verdict-at" className="flex items-center gap-2 font-semibold text-md">
        {verdict.seq === 0 ? t('verify.verdictAtSeed') : t('verify.verdictAt', { seq: verdict.seq })}
        <VerdictBadge verdict={verdict.verdict} />
      </h2>
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 gap-y-1 [&>dt]:text-text-2">
        <dt>{t('verify.answer')}</dt>
        <dd className="whitespace-pre-wrap wrap-anywhere">
          {verdict.answerFrom === 'none' ? (
            <span className="text-text-2">{t('verify.noAnswer')}</span>
          ) : (
            <span className="font-mono">{verdict.answer === '' ? '""' : verdict.answer}</span>
          )}
        </dd>
        <dt>{t('verify.verifier')}</dt>
        <dd className="font-mono">
          {t(`verify.${detail.mode}`)} · {detail.functionName}
        </dd>
        <dt>{t('verify.took')}</dt>
        <dd>{formatDuration(verdict.ms)}</dd>
      </dl>
      {detail.readsClock ? (
        <Badge tone="info" glyph="i" className="self-start whitespace-normal">
          {t('verify.clock')}
        </Badge>
      ) : null}
      {checks.length === 0 ? null : <Checks checks={checks} />}
      {detail.error === null ? null : (
        <Block title={t('verify.error')}>
          <p role="alert" className="font-mono text-err whitespace-pre-wrap wrap-anywhere">
            <span aria-hidden="true">✕ </span>
            {detail.error}
          </p>
        </Block>
      )}
      <Block title={t('verify.returned')}>
        {returnedJson === null ? (
          <p className="text-text-2">{t('verify.returnedNothing')}</p>
        ) : (
          <JsonText text={layOutJson(returnedJson)} />
        )}
      </Block>
      <Reads reads={detail.reads} />
      {detail.stdout === '' ? null : (
        <Block title={t('verify.stdout')}>
          <Pre text={detail.stdout} label={t('verify.stdout')} />
        </Block>
      )}
      {detail.traceback === null ? null : (
        <Block title={t('verify.traceback')}>
          <Pre text={detail.traceback} label={t('verify.traceback')} />
        </Block>
      )}
    </section>
  );
}

/** Which tables it looked at; with their columns where one asks. */
function Reads({ reads }: { readonly reads: VerdictDetail['reads'] }): ReactNode {
  const [columns, setColumns] = useState(false);
  if (reads === null || reads.length === 0) {
    return (
      <Block title={t('verify.reads')}>
        <p className="text-text-2">{t(reads === null ? 'verify.readsUnknown' : 'verify.readsNothing')}</p>
      </Block>
    );
  }
  return (
    <Block title={t('verify.reads')}>
      <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
        {reads.map((read) => (
          <li key={read.table} className={cx('min-w-0 wrap-anywhere', columns && 'w-full')}>
            <span className="font-mono">{read.table}</span>
            {columns ? <span className="text-text-2"> ({read.columns.join(', ')})</span> : null}
          </li>
        ))}
      </ul>
      <Checkbox label={t('verify.columns')} checked={columns} onChange={setColumns} className="mt-0.5" />
    </Block>
  );
}

function Checks({ checks }: { readonly checks: readonly Check[] }): ReactNode {
  return (
    <Block title={t('verify.checks')}>
      <ul>
        {checks.map(({ name, passed, note }, index) => (
          <li key={index} className="flex min-h-6 flex-wrap items-center gap-x-2">
            <Badge tone={passed ? 'ok' : 'err'} glyph={passed ? '✓' : '✕'}>
              {t(passed ? 'verify.passed' : 'verify.failed')}
            </Badge>
            <span className="min-w-0 font-mono wrap-anywhere">{name}</span>
            {note === null ? null : <span className="min-w-0 text-text-2 wrap-anywhere">{note}</span>}
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <h3 className="mb-0.5 font-medium text-text-2 text-xs">{title}</h3>
      {children}
    </div>
  );
}

function Pre({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="max-h-60 overflow-auto">
      <pre className="rounded-1 bg-surface-2 p-2 font-mono text-sm leading-[18px]">{text}</pre>
    </div>
  );
}
