import type { AuditRow } from '../../../lib/contracts/audits.ts';
import { AUDIT_CODES } from '../../../lib/contracts/audits.ts';
import type { FilterList } from '../../../lib/domain/filter-query/index.ts';
import { FINDING_KINDS } from '../../scenarios/model/finding-kinds.ts';

export interface AuditEntry extends AuditRow {
  readonly id: string;
  /** As it is typed in a filter. */
  readonly slug: string;
  readonly haystack: string;
}

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export const STATUSES = ['new', 'known'] as const;
export const SOURCES = ['static', 'executed', 'recorded'] as const;
export const AUDIT_FACETS: readonly string[] = ['status', 'severity', 'code', 'scenario', 'seen', 'pack'];

const SLUGS = new Map(FINDING_KINDS.map(({ code, slug }) => [code, slug]));

/** The worst first, else as they come. */
export function auditEntries(rows: readonly AuditRow[]): readonly AuditEntry[] {
  const worstFirst = rows.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return worstFirst.map((row) => {
    const slug = SLUGS.get(row.code) ?? row.code;
    const words = [row.scenario, row.code, slug, row.tool ?? '', row.message, row.accepted?.reason ?? ''];
    return { ...row, id: row.fingerprint, slug, haystack: words.join('\n').toLowerCase() };
  });
}

/** What can be asked of the list of findings. */
export function auditList(entries: readonly AuditEntry[]): FilterList<AuditEntry> {
  const known = (values: readonly string[]) => [...new Set(values)].sort();
  return {
    fields: [
      { kind: 'choice', name: 'status', values: STATUSES, read: ({ status }) => [status] },
      { kind: 'choice', name: 'severity', values: SEVERITIES, read: ({ severity }) => [severity] },
      {
        kind: 'choice',
        name: 'code',
        values: FINDING_KINDS.map(({ slug }) => slug),
        read: ({ slug }) => [slug],
      },
      {
        kind: 'values',
        name: 'scenario',
        read: ({ scenario }) => [scenario],
        known: known(entries.map(({ scenario }) => scenario)),
      },
      { kind: 'choice', name: 'seen', values: SOURCES, read: ({ source }) => [source] },
      {
        kind: 'values',
        name: 'pack',
        read: ({ pack }) => [pack],
        known: known(entries.map(({ pack }) => pack)),
      },
      { kind: 'number', name: 'task', read: ({ taskIdx }) => taskIdx },
      { kind: 'text', name: 'tool', read: ({ tool }) => tool ?? '' },
    ],
    sorts: [
      { name: 'severity', read: ({ severity }) => SEVERITIES.indexOf(severity) },
      { name: 'code', read: ({ code }) => AUDIT_CODES.indexOf(code) },
      { name: 'scenario', read: ({ scenario }) => scenario },
      { name: 'status', read: ({ status }) => status },
    ],
    text: ({ haystack }) => haystack,
    title: ({ scenario }) => scenario.toLowerCase(),
  };
}
