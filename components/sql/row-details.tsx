'use client';

import type { ReactNode } from 'react';
import { formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { WireCell } from '../../lib/contracts/evidence.ts';
import { CellValue, CopyButton, cellText, isCut } from '../cells/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface RowDetailsProps {
  /** 1-based. */
  readonly position: number;
  readonly columns: readonly string[];
  readonly row: readonly WireCell[];
  readonly onClose: () => void;
}

/** One row of a result, a column a line, texts in full. */
export function RowDetails({ position, columns, row, onClose }: RowDetailsProps): ReactNode {
  return (
    <section
      aria-label={t('sql.row', { row: position })}
      className="flex max-h-1/2 shrink-0 flex-col border-line-strong border-t bg-surface"
    >
      <header className="flex min-h-8 items-center gap-2 border-line border-b px-3">
        <h2 className="flex-1 font-semibold text-sm">{t('sql.row', { row: position })}</h2>
        <Button variant="ghost" size="icon-sm" aria-label={t('sql.closeRow')} onClick={onClose}>
          <Icon name="close" className="size-3" />
        </Button>
      </header>
      <dl className="grid min-h-0 grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-3 gap-y-1 overflow-y-auto px-3 py-2 text-sm">
        {columns.map((name, index) => (
          <Value key={index} name={name} cell={row[index] ?? null} />
        ))}
      </dl>
    </section>
  );
}

function Value({ name, cell }: { readonly name: string; readonly cell: WireCell }): ReactNode {
  const text = longTextOf(cell);
  return (
    <>
      <dt className="max-w-48 font-mono text-text-2 wrap-anywhere">{name}</dt>
      <dd className="group flex min-w-0 items-start gap-2 font-mono">
        <span className="min-w-0 flex-1">
          {text === null ? (
            <CellValue cell={cell} />
          ) : (
            <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>
          )}
          {isCut(cell) ? <p className="font-sans text-text-2 text-xs">{cutNote(cell)}</p> : null}
        </span>
        <CopyButton label={t('ui.copy')} text={() => cellText(cell)} />
      </dd>
    </>
  );
}

function longTextOf(cell: WireCell): string | null {
  if (typeof cell === 'string') return cell === '' ? null : cell;
  return cell !== null && typeof cell === 'object' && 't' in cell ? cell.t : null;
}

function cutNote(cell: WireCell): string {
  if (cell === null || typeof cell !== 'object') return '';
  if ('t' in cell) return t('sql.cut', { length: cell.length, shown: Array.from(cell.t).length });
  return 'x' in cell ? t('sql.cutBlob', { size: formatSize(cell.bytes) }) : '';
}
