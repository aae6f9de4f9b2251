'use client';

import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import type { AuditSummary } from '../../lib/contracts/audits.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button } from '../ui/button.tsx';
import type { AuditEntry } from './model/audit-list.ts';
import type { AuditActions } from './use-audit-actions.ts';

interface AuditOverviewProps {
  readonly summary: AuditSummary;
  readonly shown: readonly AuditEntry[];
  readonly actions: AuditActions;
}

/** All findings in a line, and by scenario on demand. */
export function AuditOverview({ summary, shown, actions }: AuditOverviewProps): ReactNode {
  const [open, setOpen] = useState(false);
  const { total, known, fixed, audited, scenarios, byScenario } = summary;
  const fresh = shown.filter(({ status }) => status === 'new');
  if (audited === 0 && total === 0) return null;
  return (
    <section aria-label={t('audits.title')} className="shrink-0 border-line border-b px-3 py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-text-2">
          {t('audits.overview', { total, fresh: summary.new, known, fixed, audited, scenarios })}
        </p>
        {fresh.length === 0 || !actions.may ? null : (
          <Button
            size="sm"
            disabled={actions.busy}
            onClick={() =>
              actions.accept(
                fresh.map(({ fingerprint }) => fingerprint),
                true,
                '',
              )
            }
          >
            {t('audits.acceptShown', { count: fresh.length })}
          </Button>
        )}
        <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('audits.byScenario')}
        </Button>
      </div>
      {open ? (
        <ul
          aria-label={t('audits.byScenario')}
          className="mt-1 grid max-h-48 grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-6 overflow-y-auto"
        >
          {byScenario.map((one) => (
            <li key={one.scenario} className="flex min-h-dense items-center gap-2">
              <NavLink
                href={`/audits?q=${encodeURIComponent(`scenario:${one.scenario}`)}`}
                className="min-w-0 flex-1 truncate text-accent underline"
              >
                {one.scenario}
              </NavLink>
              <span className="shrink-0 text-text-2" title={one.error ?? undefined}>
                {one.auditedAtMs === null && one.total === 0
                  ? (one.error ?? t('audits.notAudited'))
                  : t('audits.scenarioCounts', { fresh: one.new, known: one.known })}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
