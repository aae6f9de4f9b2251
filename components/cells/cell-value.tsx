import type { ReactNode } from 'react';
import { formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { cx } from '../ui/cx.ts';
import { needsQuotes } from './cell-text.ts';

/** Longer ones are cut in grids; the row's details show them whole. */
const SHOWN_CHARS = 200;
const SHOWN_HEX = 24;

interface CellValueProps {
  readonly cell: WireCell;
  /** Of the table's column, where there is one: a text among numbers is quoted. */
  readonly column?: TableColumn | undefined;
  readonly className?: string;
}

/** A stored value on one line, so that NULL, the empty text, numbers, texts and blobs are told apart. */
export function CellValue({ cell, column, className }: CellValueProps): ReactNode {
  if (cell === null) {
    return <span className={cx('text-code-null italic', className)}>NULL</span>;
  }
  if (typeof cell === 'string') return <Text text={cell} column={column} className={className} />;
  if (typeof cell === 'number') return <span className={className}>{cell}</span>;
  if ('r' in cell) return <span className={className}>{cell.r}</span>;
  if ('i' in cell) return <span className={className}>{cell.i}</span>;
  if ('x' in cell) {
    const hex = cell.x.slice(0, SHOWN_HEX);
    return (
      <span className={className}>
        {`x'${hex}${hex.length < 2 * cell.bytes ? '…' : ''}'`}
        <Note>{formatSize(cell.bytes)}</Note>
      </span>
    );
  }
  return (
    <span className={className}>
      {oneLine(cell.t.slice(0, SHOWN_CHARS))}…<Note>{t('cells.characters', { count: cell.length })}</Note>
    </span>
  );
}

function Text({
  text,
  column,
  className,
}: {
  readonly text: string;
  readonly column: TableColumn | undefined;
  readonly className: string | undefined;
}): ReactNode {
  if (text === '') {
    return (
      <span className={cx('text-code-null', className)}>
        <span aria-hidden="true">&apos;&apos;</span>
        <span className="sr-only">{t('cells.empty')}</span>
      </span>
    );
  }
  const shown = oneLine(text.slice(0, SHOWN_CHARS)) + (text.length > SHOWN_CHARS ? '…' : '');
  return <span className={className}>{needsQuotes(text, column) ? `'${shown}'` : shown}</span>;
}

function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="ml-1.5 font-sans text-text-2 text-xs">{children}</span>;
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n]/g, '↵').replaceAll('\t', '⇥');
}
