import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { SchemaChange } from '../../lib/contracts/evidence.ts';
import { diffText } from '../../lib/domain/text-diff.ts';
import { cx } from '../ui/cx.ts';
import type { CellProps } from './line.tsx';

const GLYPHS = { added: '+', removed: '−', changed: '~', renamed: '~' } as const;
const COLOURS = { added: 'text-add', removed: 'text-del', changed: 'text-mod', renamed: 'text-mod' } as const;

export function SchemaHead({ count, cell }: { readonly count: number; readonly cell: CellProps }): ReactNode {
  return (
    <div
      role="gridcell"
      {...cell(0)}
      className="flex flex-1 items-center gap-2 text-sm focus-visible:-outline-offset-2"
    >
      <b className="font-semibold">{t('changes.schema')}</b>
      <span className="text-mod">~ {t('changes.schemaCount', { count })}</span>
    </div>
  );
}

/** One table, index, view or trigger that came, went or changed, with its SQL before and after. */
export function SchemaLine({
  change,
  cell,
}: {
  readonly change: SchemaChange;
  readonly cell: CellProps;
}): ReactNode {
  return (
    <div
      role="gridcell"
      {...cell(0)}
      className="flex min-w-0 flex-1 flex-col gap-1 text-sm focus-visible:-outline-offset-2"
    >
      <p>
        <Mark change={change.change} />
        <span className="text-text-2">{change.type}</span> <b className="font-mono">{change.name}</b>{' '}
        <span className="text-text-2">{word(change.change, change.was)}</span>
      </p>
      {change.columns.map((column) => (
        <p key={column.name} className="pl-4 font-mono">
          <Mark change={column.change} />
          {column.name} <span className="font-sans text-text-2">{word(column.change, column.was)}</span>
        </p>
      ))}
      <Sql before={change.sqlBefore} after={change.sqlAfter} />
    </div>
  );
}

function Mark({ change }: { readonly change: SchemaChange['change'] }): ReactNode {
  return (
    <span aria-hidden="true" className={cx('mr-1.5 font-bold font-mono', COLOURS[change])}>
      {GLYPHS[change]}
    </span>
  );
}

function word(change: SchemaChange['change'], was: string | null): string {
  switch (change) {
    case 'added':
      return t('changes.schemaAdded');
    case 'removed':
      return t('changes.schemaRemoved');
    case 'changed':
      return t('changes.schemaChanged');
    case 'renamed':
      return t('changes.schemaRenamed', { was: was ?? '' });
  }
}

function Sql({
  before,
  after,
}: {
  readonly before: string | null;
  readonly after: string | null;
}): ReactNode {
  if (before === null && after === null) return null;
  return (
    <pre className="rounded-1 bg-surface-2 px-2 py-1 font-mono text-sm whitespace-pre-wrap wrap-anywhere on-tint">
      {diffText(before ?? '', after ?? '').map((piece, index) => {
        if (piece.kind === 'same' || before === null || after === null) {
          return <span key={index}>{piece.text}</span>;
        }
        return piece.kind === 'removed' ? (
          <del key={index} className="bg-del-soft text-del">
            {piece.text}
          </del>
        ) : (
          <ins key={index} className="bg-add-soft text-add no-underline">
            {piece.text}
          </ins>
        );
      })}
    </pre>
  );
}
