'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { buildPath } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { auditFindingsQuery, auditSummaryQuery } from '../../lib/client/queries/audits.ts';
import { auditRoutes } from '../../lib/contracts/rest-audits.ts';
import { JobProgress } from '../jobs/index.ts';
import { Page } from '../layout/page.tsx';
import { FacetColumn, ListFrame, useBrowser } from '../scenarios/browse/index.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { SplitButton } from '../ui/split-button.tsx';
import { auditFacets } from './audit-facets.ts';
import { AuditListState } from './audit-list-state.tsx';
import { AuditOverview } from './audit-overview.tsx';
import { AuditPeek } from './audit-peek.tsx';
import { AuditTable } from './audit-table.tsx';
import { AUDIT_FACETS, auditEntries, auditList } from './model/audit-list.ts';
import { useAuditActions } from './use-audit-actions.ts';

const FORMATS = ['json', 'jsonl', 'sarif'] as const;
const NONE: readonly never[] = [];

/** What audits found: run one, filter, look at the evidence, accept what is known, take it away as a file. */
export function AuditsScreen(): ReactNode {
  const summary = useQuery(auditSummaryQuery());
  const findings = useQuery(auditFindingsQuery());
  const actions = useAuditActions();
  const rows = findings.data ?? NONE;
  const entries = useMemo(() => auditEntries(rows), [rows]);
  const browser = useBrowser(entries, auditList, AUDIT_FACETS);
  const groups = useMemo(() => auditFacets(entries), [entries]);
  const file = useRef<HTMLInputElement>(null);
  const selected = browser.shown[browser.selected];
  return (
    <Page
      crumbs={[{ label: t('audits.title') }]}
      actions={
        <>
          <Menu
            label={t('audits.export')}
            align="end"
            entries={[
              ...FORMATS.map((format) => ({
                id: format,
                label: t('audits.exportFindings', { format: format.toUpperCase() }),
                href: buildPath(auditRoutes.exportAuditFindings.path, {}, { format }),
              })),
              { kind: 'separator' as const, id: 'line' },
              {
                id: 'baseline',
                label: t('audits.exportBaseline'),
                href: buildPath(auditRoutes.exportBaseline.path, {}, {}),
              },
              ...(actions.may
                ? [{ id: 'import', label: t('audits.importBaseline'), onSelect: () => file.current?.click() }]
                : []),
            ]}
            trigger={(trigger) => <Button {...trigger}>{t('audits.export')}</Button>}
          />
          {actions.may ? (
            <SplitButton
              onClick={() => actions.run(null, false)}
              disabled={actions.busy}
              menuLabel={t('audits.runChoices')}
              entries={[
                { id: 'again', label: t('audits.runAgain'), onSelect: () => actions.run(null, true) },
              ]}
            >
              {t('audits.run')}
            </SplitButton>
          ) : null}
          <input
            ref={file}
            type="file"
            accept="application/json,.json"
            aria-label={t('audits.importBaseline')}
            tabIndex={-1}
            className="hidden"
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              event.target.value = '';
              if (chosen !== undefined) actions.importFile(chosen);
            }}
          />
        </>
      }
    >
      <ListFrame
        browser={browser}
        searchLabel={t('audits.search')}
        placeholder={t('audits.placeholder')}
        total={findings.data === undefined ? null : entries.length}
        facets={<FacetColumn browser={browser} groups={groups} />}
        notes={
          <>
            {actions.job === null ? null : (
              <div className="border-line border-b px-3 py-2">
                <JobProgress key={actions.job} id={actions.job} onEnd={actions.ended} brief />
              </div>
            )}
            {summary.data === undefined ? null : (
              <AuditOverview summary={summary.data} shown={browser.shown} actions={actions} />
            )}
          </>
        }
        legend={null}
        peek={
          selected === undefined ? null : (
            <AuditPeek
              entry={selected}
              place={t('filter.place', { index: browser.selected + 1, total: browser.shown.length })}
              actions={actions}
              onClose={() => browser.setPeeking(false)}
            />
          )
        }
      >
        <AuditListState
          state={findings}
          audited={summary.data?.audited ?? 0}
          total={entries.length}
          browser={browser}
          actions={actions}
        >
          <AuditTable browser={browser} />
        </AuditListState>
      </ListFrame>
    </Page>
  );
}
