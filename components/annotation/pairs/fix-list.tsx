'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { runHref, shortRunId } from '../../../lib/client/run-links.ts';
import type { Fix } from '../../../lib/contracts/annotation/pairs.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { t } from './messages.ts';
import { Action } from './pair-table.tsx';
import { fixesQuery } from './queries.ts';

/** Fixes that were given in: those that the verifier certifies, and apart from them the others. */
export function FixList({ project }: { readonly project: string }): ReactNode {
  const fixes = useQuery(fixesQuery(project));
  const items = fixes.data?.items ?? [];
  return (
    <section aria-label={t('training.fixesTitle')} className="text-sm">
      <h2 className="py-1 font-semibold">{t('training.fixesTitle')}</h2>
      {fixes.isError ? (
        <Notice tone="err" role="alert" title={t('training.failed')}>
          {fixes.error.message}
        </Notice>
      ) : null}
      {fixes.data?.total === 0 ? <p className="max-w-[90ch] text-text-2">{t('training.fixesNone')}</p> : null}
      <ul>
        {items
          .toSorted((a, b) => Number(b.proof === 'certified') - Number(a.proof === 'certified'))
          .map((fix) => (
            <FixLine key={fix.attempt} fix={fix} />
          ))}
      </ul>
    </section>
  );
}

function FixLine({ fix }: { readonly fix: Fix }): ReactNode {
  const { proof, verifierHash, message } = fix;
  return (
    <li className="flex flex-col gap-1 border-line border-b py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <Badge>{proof === 'failed' ? t('training.proofFailed') : t(`training.${proof}`)}</Badge>
        {fix.scenario} {fix.taskIdx} · {fix.by}
        <NavLink href={runHref(fix.run, null, fix.seq)} className="text-accent">
          {t('training.run')} {shortRunId(fix.run)}
        </NavLink>
        <NavLink href={runHref(fix.fork)} className="text-accent">
          {t('training.fork')} {shortRunId(fix.fork)}
        </NavLink>
        {verifierHash === null ? null : (
          <span className="text-text-2">{t('training.verifierOf', { hash: verifierHash.slice(0, 8) })}</span>
        )}
      </p>
      <p className="text-text-2">
        {fix.note} {message}
      </p>
      {fix.rejected === null ? null : (
        <p>
          − {t('training.rejected')}: <Action action={fix.rejected} />
        </p>
      )}
      {fix.chosen === null ? null : (
        <p>
          + {t('training.chosen')}: <Action action={fix.chosen} />
        </p>
      )}
    </li>
  );
}
