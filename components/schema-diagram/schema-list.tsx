import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableInfo } from '../../lib/contracts/evidence.ts';

interface SchemaListProps {
  readonly tables: readonly TableInfo[];
  readonly renderLink: (table: string) => ReactNode;
}

/** The drawing in words: every table with its columns, what it points to and what points to it. */
export function SchemaList({ tables, renderLink }: SchemaListProps): ReactNode {
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto p-3 text-sm">
      {tables.map((table) => (
        <li key={table.name} className="border-line border-b py-2">
          <h3 className="font-mono font-semibold">{renderLink(table.name)}</h3>
          <p className="text-text-2">{relationsOf(table)}</p>
          <ul className="flex flex-wrap gap-x-4 pt-1 font-mono text-xs">
            {table.columns.map(({ name, type, primaryKey, references }) => (
              <li key={name}>
                {primaryKey > 0 ? `${t('schemaDiagram.primary')} ` : ''}
                {name} <span className="text-text-2">{type}</span>
                {references === null ? '' : ` → ${references.table}`}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function relationsOf(table: TableInfo): string {
  const to = [...new Set(table.columns.flatMap(({ references }) => references?.table ?? []))];
  const by = [...new Set(table.referencedBy.map((reference) => reference.table))];
  const parts = [
    ...(to.length === 0 ? [] : [t('schemaDiagram.references', { tables: to.join(', ') })]),
    ...(by.length === 0 ? [] : [t('schemaDiagram.referencedBy', { tables: by.join(', ') })]),
  ];
  return parts.length === 0 ? t('schemaDiagram.alone') : parts.join(' · ');
}
