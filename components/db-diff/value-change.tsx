'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { diffJson, diffText, type TextPiece } from '../../lib/domain/text-diff.ts';
import { cellKind, cellText, CellValue, deltaText, isCut } from '../cells/index.ts';

/** Longer texts are told by the words that changed. */
const INLINE_CHARS = 24;
const CONTEXT_CHARS = 10;

interface ValueChangeProps {
  readonly was: WireCell;
  readonly now: WireCell;
  readonly column: TableColumn;
}

/** `was → now`, with what a number grew or fell by; of long texts the words that changed. */
export function ValueChange({ was, now, column }: ValueChangeProps): ReactNode {
  if (areLongTexts(was, now)) {
    return <Pieces pieces={condense(diffText(cellText(was), cellText(now)))} />;
  }
  const delta = deltaText(was, now);
  return (
    <>
      <del className="text-text-2 decoration-current">
        <CellValue cell={was} column={column} />
      </del>
      <span aria-hidden="true" className="px-[5px] text-text-3">
        →
      </span>
      <ins className="font-semibold text-mod no-underline">
        <CellValue cell={now} column={column} />
      </ins>
      {delta === null ? null : <span className="ml-1.5 text-text-2">{delta}</span>}
    </>
  );
}

export function areLongTexts(was: WireCell, now: WireCell): boolean {
  if (cellKind(was) !== 'text' || cellKind(now) !== 'text') return false;
  return isCut(was) || isCut(now) || cellText(was).length + cellText(now).length > 2 * INLINE_CHARS;
}

/** The change inside a text or a JSON value, in full. */
export function TextChange({ was, now }: { readonly was: string; readonly now: string }): ReactNode {
  const json = diffJson(was, now);
  if (json !== null) {
    if (json.length === 0) return <p className="font-sans text-text-2 text-xs">{t('changes.sameJson')}</p>;
    return (
      <ul aria-label={t('changes.jsonChanges')} className="flex flex-col gap-0.5">
        {json.map((change) => (
          <li key={change.path} className="wrap-anywhere">
            <span className="text-code-key">{change.path}</span>{' '}
            {change.was === null ? null : <del className="text-text-2">{change.was}</del>}
            {change.was === null || change.now === null ? null : (
              <span aria-hidden="true" className="px-1 text-text-3">
                →
              </span>
            )}
            {change.now === null ? null : (
              <ins className="font-semibold text-mod no-underline">{change.now}</ins>
            )}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      <Pieces pieces={diffText(was, now)} />
    </p>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }): ReactNode {
  return pieces.map((piece, index) => {
    switch (piece.kind) {
      case 'same':
        return <span key={index}>{piece.text}</span>;
      case 'removed':
        return (
          <del key={index} className="rounded-[2px] bg-del-soft text-del">
            {piece.text}
          </del>
        );
      case 'added':
        return (
          <ins key={index} className="rounded-[2px] bg-add-soft text-add no-underline">
            {piece.text}
          </ins>
        );
    }
  });
}

function condense(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.map((piece, index) => {
    const text = piece.text.replace(/\s+/g, ' ');
    if (piece.kind !== 'same' || text.length <= 2 * CONTEXT_CHARS) return { ...piece, text };
    const head = index === 0 ? '' : text.slice(0, CONTEXT_CHARS);
    const tail = index === pieces.length - 1 ? '' : text.slice(-CONTEXT_CHARS);
    return { ...piece, text: `${head}…${tail}` };
  });
}
