import { t } from './messages.ts';
import { type FacetGroup, namedOptions } from '../scenarios/browse/index.ts';
import { FINDING_KINDS } from '../scenarios/model/finding-kinds.ts';
import { type AuditEntry, SEVERITIES, SOURCES, STATUSES } from './model/audit-list.ts';

const GLYPH_CLASS = { warn: 'text-warn', err: 'text-err', info: 'text-info' } as const;

/** Ready-made filters of the findings. */
export function auditFacets(entries: readonly AuditEntry[]): readonly FacetGroup[] {
  const named = (values: readonly string[]) => namedOptions([...new Set(values)].sort());
  return [
    {
      field: 'status',
      title: t('audits.status'),
      options: STATUSES.map((value) => ({ value, label: t(`audits.statuses.${value}`) })),
    },
    {
      field: 'severity',
      title: t('audits.severity'),
      options: SEVERITIES.map((value) => ({ value, label: t(`audits.severities.${value}`) })),
    },
    {
      field: 'code',
      title: t('audits.code'),
      options: FINDING_KINDS.map(({ slug, code, glyph, tone }) => ({
        value: slug,
        label: t(`findings.${code}.name`),
        glyph,
        glyphClass: GLYPH_CLASS[tone],
      })),
    },
    {
      field: 'scenario',
      title: t('audits.scenario'),
      options: named(entries.map(({ scenario }) => scenario)),
    },
    {
      field: 'seen',
      title: t('audits.source'),
      options: SOURCES.map((value) => ({ value, label: t(`audits.sources.${value}`) })),
    },
    { field: 'pack', title: t('audits.pack'), options: named(entries.map(({ pack }) => pack)) },
  ];
}
