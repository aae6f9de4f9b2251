import { t } from './messages.ts';
import type { Outcome, OutcomePart, OutcomeReference } from '../../lib/contracts/outcomes.ts';

/** Characters of a value in a line of words. */
const SHOWN = 60;

export function sayValue(value: string | null | undefined): string {
  if (value === null || value === undefined) return t('outcomes.null');
  return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
}

export function sayRow(table: string, key: string | null, label: string | null): string {
  if (key === null) return table;
  return label === null || label === key
    ? t('outcomes.part.row', { table, key })
    : t('outcomes.part.named', { table, key, label });
}

function sayPart(part: OutcomePart): string {
  switch (part.kind) {
    case 'changed': {
      const { column, more } = part;
      const values = { row: sayRow(part.table, part.key, null), column, now: sayValue(part.now) };
      return more === 0
        ? t('outcomes.part.changed', values)
        : t('outcomes.part.changedMore', { ...values, more });
    }
    case 'changed_rows':
      return t('outcomes.part.changedRows', { table: part.table, count: part.count });
    case 'added':
    case 'removed':
      return t(`outcomes.part.${part.kind}`, { table: part.table, count: part.count });
    case 'schema':
      return t('outcomes.part.schema', { table: part.table });
  }
}

/** One line: what runs that end so have changed. */
export function sayOutcome({ state, changed, summary }: Outcome): string {
  if (state === null) return t('outcomes.unreadable');
  if (changed === 0) return t('outcomes.unchanged');
  if (summary.length === 0) return t('outcomes.unknownRows');
  return summary.map(sayPart).join(t('outcomes.part.separator'));
}

/** How it stands beside the reference, in few words; empty for the reference itself. */
export function sayAgainst({ against, isReference }: Outcome): string[] {
  if (isReference || against === null) return [];
  const { collateral, omitted, differs, cell } = against;
  if (collateral + omitted + differs === 0) return [t('outcomes.against.same')];
  return [
    ...(collateral > 0 ? [t('outcomes.against.collateral', { count: collateral })] : []),
    ...(omitted > 0 ? [t('outcomes.against.omitted', { count: omitted })] : []),
    ...(differs > 0 ? [t('outcomes.against.differs', { count: differs })] : []),
    ...(cell === null
      ? []
      : [
          t('outcomes.against.cell', {
            column: `${cell.table}.${cell.column}`,
            here: cell.here ?? t('outcomes.null'),
            reference: cell.reference ?? t('outcomes.null'),
          }),
        ]),
  ];
}

export function sayReferenceMark(reference: OutcomeReference): string {
  if (reference.from === 'marked') return t('outcomes.reference');
  return t(reference.from === 'majority' ? 'outcomes.usual' : 'outcomes.proposed');
}
