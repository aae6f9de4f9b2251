'use client';

import type { ReactNode } from 'react';
import { formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { CellPlace } from '../../lib/client/queries/evidence.ts';
import type { RowLabels, TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { JsonText } from '../json-view/index.ts';
import { Button } from '../ui/button.tsx';
import { cellKind } from './cell-text.ts';
import { CellValue } from './cell-value.tsx';
import { ReferenceValue } from './reference.tsx';
import { useWholeCell, type WholeCellState } from './use-whole-cell.ts';

interface WholeValueProps {
  readonly recordId: string;
  readonly place: CellPlace;
  readonly cell: WireCell;
  readonly column: TableColumn;
  readonly labels: RowLabels;
}

/** A value over as many lines as it needs; the rest of a long one on demand. */
export function WholeValue({ recordId, place, cell, column, labels }: WholeValueProps): ReactNode {
  const whole = useWholeCell(recordId, place, cell);
  const kind = cellKind(cell);
  if (column.references !== null && cell !== null) {
    return <ReferenceValue cell={cell} column={column} labels={labels} focusable />;
  }
  if ((kind !== 'text' && kind !== 'blob') || whole.text === '') {
    return <CellValue cell={cell} column={column} />;
  }
  return (
    <div className="min-w-0">
      {/^\s*[[{]/.test(whole.text) ? (
        <JsonText text={whole.text} />
      ) : (
        <span className="whitespace-pre-wrap wrap-anywhere">{whole.text}</span>
      )}
      <LoadWhole cell={cell} whole={whole} />
    </div>
  );
}

/** Says that a value is cut, and loads the rest. */
export function LoadWhole({
  cell,
  whole,
}: {
  readonly cell: WireCell;
  readonly whole: WholeCellState;
}): ReactNode {
  if (!whole.cut) return null;
  if (whole.problem === 'too_long') {
    return <p className="font-sans text-text-2 text-xs">{t('cells.tooLong')}</p>;
  }
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 font-sans text-text-2 text-xs">
      <Button size="sm" disabled={whole.loading} onClick={whole.load}>
        {t('cells.loadWhole', { size: sizeOf(cell) })}
      </Button>
      {whole.problem === 'failed' ? <span className="text-err">✕ {t('cells.loadFailed')}</span> : null}
    </p>
  );
}

function sizeOf(cell: WireCell): string {
  if (cell !== null && typeof cell === 'object') {
    if ('t' in cell) return t('cells.characters', { count: cell.length });
    if ('x' in cell) return formatSize(cell.bytes);
  }
  return '';
}
