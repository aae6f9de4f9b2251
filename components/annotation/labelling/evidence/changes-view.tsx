'use client';

import { type ReactNode, useMemo } from 'react';
import type { Anchor } from '../../../../lib/contracts/annotation/label-doc.ts';
import type { ChangeSet, RowLabels, TableColumn, WireCell } from '../../../../lib/contracts/evidence.ts';
import { namedIn, type TaskWords } from '../../../../lib/domain/task-words/index.ts';
import { cellKey } from '../../../../lib/domain/wire-cell.ts';
import { cellText, CellValue } from '../../../cells/index.ts';
import { UrlLink } from '../../../layout/url-link.tsx';
import { cx } from '../../../ui/cx.ts';
import { citePlace, commentOn, placeName } from '../anchors.ts';
import { MarkedText, NAMED_CLASS } from '../marked-text.tsx';
import { t } from '../messages.ts';
import { useItem } from '../use-item.ts';
import { type CellLine, type RowBlock, rowBlocks } from './change-rows.ts';
import { useRovingLines } from './use-roving-lines.ts';

interface ChangesViewProps {
  readonly seq: number;
  readonly changes: ChangeSet;
  readonly words: TaskWords;
}

interface Place {
  readonly block: RowBlock;
  readonly line: CellLine;
}

/** Rows that a step changed, field by field: what it was, what it is now, and what of it the task names. */
export function ChangesView({ seq, changes, words }: ChangesViewProps): ReactNode {
  const item = useItem();
  const { blocks, left } = useMemo(() => rowBlocks(changes, words), [changes, words]);
  const places = useMemo(
    () => blocks.flatMap((block) => block.lines.map((line): Place => ({ block, line }))),
    [blocks],
  );
  const roving = useRovingLines(places.length, (index, key) => {
    const place = places[index];
    if (place === undefined) return false;
    if (key === 'Enter') commentOn(item, anchorOf(seq, place));
    else if (key === '"') citePlace(item, citation(seq, place));
    else return false;
    return true;
  });
  return (
    <div onKeyDown={roving.onKeyDown} className="flex flex-col gap-2">
      {blocks.map((block) => {
        const first = places.findIndex((place) => place.block === block);
        return (
          <table
            key={`${block.table.name}/${block.row.key}`}
            className="w-full table-fixed border-collapse border border-line text-sm"
          >
            <caption className="pb-1 text-left text-text-2">
              <Glyph kind={block.row.kind} /> {block.table.name}
              {block.name === '' ? '' : `, ${block.name}`}
              {block.row.kind === 'updated'
                ? `: ${t('labelling.cells', { changed: block.row.changed.length, all: block.table.columns.length })}`
                : block.empty > 0
                  ? `, ${t('labelling.emptyFields', { count: block.empty })}`
                  : ''}
            </caption>
            <colgroup>
              <col className="w-6" />
              <col className="w-[30%]" />
              <col />
              {block.row.kind === 'updated' ? <col /> : null}
            </colgroup>
            <thead>
              <tr className="on-tint h-6 bg-surface-2 text-left text-text-3 text-xs">
                <th>
                  <span className="sr-only">{t('labelling.changes')}</span>
                </th>
                <th className="px-2 font-medium">{t('labelling.field')}</th>
                {block.row.kind === 'inserted' ? null : (
                  <th className="px-2 font-medium">{t('labelling.was')}</th>
                )}
                {block.row.kind === 'deleted' ? null : (
                  <th className="px-2 font-medium">{t('labelling.now')}</th>
                )}
              </tr>
            </thead>
            <tbody>
              {block.lines.map((line, at) => {
                const index = first + at;
                return (
                  <FieldLine
                    key={line.column.name}
                    seq={seq}
                    place={{ block, line }}
                    labels={changes.labels}
                    words={words}
                    row={{
                      'data-line': index,
                      tabIndex: roving.tabIndexOf(index),
                      onFocus: () => roving.onFocus(index),
                    }}
                  />
                );
              })}
            </tbody>
          </table>
        );
      })}
      {left > 0 ? (
        <UrlLink set={{ tab: 'tables', at: null }} className="text-accent text-sm">
          {t('labelling.moreRows', { count: left })}
        </UrlLink>
      ) : null}
    </div>
  );
}

const GLYPHS = {
  inserted: ['+', 'text-add'],
  updated: ['~', 'text-mod'],
  deleted: ['−', 'text-del'],
} as const;

function Glyph({ kind }: { readonly kind: keyof typeof GLYPHS }): ReactNode {
  const [glyph, colour] = GLYPHS[kind];
  return <b className={cx('font-bold', colour)}>{glyph}</b>;
}

const LOOKS = {
  changed: ['~', 'on-tint bg-mod-soft', 'text-mod'],
  added: ['+', 'on-tint bg-add-soft', 'text-add'],
  removed: ['−', 'on-tint bg-del-soft', 'text-del'],
  equal: ['=', 'text-text-2', 'text-text-2'],
} as const;

interface FieldLineProps {
  readonly seq: number;
  readonly place: Place;
  readonly labels: RowLabels;
  readonly words: TaskWords;
  readonly row: { readonly 'data-line': number; readonly tabIndex: 0 | -1; readonly onFocus: () => void };
}

function FieldLine({ seq, place, labels, words, row }: FieldLineProps): ReactNode {
  const item = useItem();
  const { block, line } = place;
  const [glyph, tint, colour] = LOOKS[line.kind];
  const was = block.row.before?.[line.index] ?? null;
  const now = block.row.after?.[line.index] ?? null;
  const name = placeName(anchorOf(seq, place));
  const value = { column: line.column, labels, words };
  return (
    <tr {...row} className={cx('group/cell h-[25px] border-line border-t outline-offset-[-2px]', tint)}>
      <td className={cx('text-center font-bold', colour)}>{glyph}</td>
      <td className="relative truncate px-2">
        <span className={cx(line.named && NAMED_CLASS)}>{line.column.name}</span>
        <span className="absolute inset-y-0 right-0 hidden items-center gap-1 bg-surface-3 px-1 group-hover/cell:flex group-focus/cell:flex">
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('labelling.citeHere', { place: name })}
            onClick={() => citePlace(item, citation(seq, place))}
          >
            ❝
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('labelling.commentHere', { place: name })}
            onClick={() => commentOn(item, anchorOf(seq, place))}
          >
            ✎
          </button>
        </span>
      </td>
      {block.row.kind === 'inserted' ? null : (
        <td className="truncate px-2" title={cellText(was)}>
          <Value cell={was} {...value} />
        </td>
      )}
      {block.row.kind === 'deleted' ? null : (
        <td className="truncate px-2" title={cellText(now)}>
          {line.kind === 'changed' ? (
            <Changed was={was} now={now} column={line.column} />
          ) : (
            <Value cell={now} {...value} />
          )}
        </td>
      )}
    </tr>
  );
}

interface ValueProps {
  readonly cell: WireCell;
  readonly column: TableColumn;
  readonly labels: RowLabels;
  readonly words: TaskWords;
}

function Value({ cell, column, labels, words }: ValueProps): ReactNode {
  const key = cellKey(cell);
  const label =
    column.references === null || key === null ? undefined : labels[column.references.table]?.[key];
  if (label !== undefined) {
    return (
      <>
        {cellText(cell)} <span className="text-accent">{label}</span>
      </>
    );
  }
  if (typeof cell !== 'string') return <CellValue cell={cell} column={column} />;
  return <MarkedText text={cell} spans={namedIn(cell, words)} />;
}

/** The end that is new stands out. */
function Changed({
  was,
  now,
  column,
}: {
  readonly was: WireCell;
  readonly now: WireCell;
  readonly column: TableColumn;
}): ReactNode {
  const [from, to] = [cellText(was), cellText(now)];
  if (was === null || now === null || to === '') {
    return (
      <b className="font-semibold text-mod">
        <CellValue cell={now} column={column} />
      </b>
    );
  }
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  while (same > 0 && /[\p{L}\p{N}]/u.test(to[same - 1] ?? '')) same -= 1;
  return (
    <>
      {to.slice(0, same)}
      <b className="font-semibold text-mod">{to.slice(same)}</b>
    </>
  );
}

function anchorOf(seq: number, { block, line }: Place): Anchor {
  return { on: 'cell', seq, table: block.table.name, key: block.row.key, column: line.column.name };
}

function citation(seq: number, { block, line }: Place): string {
  const was = block.row.before?.[line.index];
  const now = block.row.after?.[line.index];
  const told =
    line.kind === 'changed' && was !== undefined && now !== undefined
      ? `${cellText(was)} → ${cellText(now)}`
      : cellText(now ?? was ?? null);
  return `[${t('labelling.onStep', { step: seq })}] ${block.table.name} ${block.name}, ${line.column.name}: ${told}`;
}
