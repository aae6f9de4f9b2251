import { queryOptions } from '@tanstack/react-query';
import type { AuditRow } from '../../contracts/audits.ts';
import { auditRoutes } from '../../contracts/rest-audits.ts';
import { callApi } from '../api.ts';

export const auditKeys = {
  all: ['audits'] as const,
  summary: () => [...auditKeys.all, 'summary'] as const,
  findings: () => [...auditKeys.all, 'findings'] as const,
};

export function auditSummaryQuery() {
  return queryOptions({
    queryKey: auditKeys.summary(),
    queryFn: ({ signal }) => callApi(auditRoutes.getAuditSummary, {}, signal),
    staleTime: 10_000,
  });
}

/** All findings, page by page. */
export function auditFindingsQuery() {
  return queryOptions({
    queryKey: auditKeys.findings(),
    queryFn: async ({ signal }) => {
      const items: AuditRow[] = [];
      for (;;) {
        const query = { offset: items.length };
        const page = await callApi(auditRoutes.listAuditFindings, { query }, signal);
        items.push(...page.items);
        if (page.items.length === 0 || items.length >= page.total) return items;
      }
    },
    staleTime: 10_000,
  });
}
