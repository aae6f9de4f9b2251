'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changesQuery } from '../../../lib/client/queries/evidence.ts';
import { serverWords } from '../../../lib/client/server-words.ts';
import type { BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import type { RowChange, TableChange, TableColumn, WireCell } from '../../../lib/contracts/evidence.ts';
import { isNamed, type TaskWords } from '../../../lib/domain/task-words/index.ts';
import { cellText, CellValue } from '../../cells/index.ts';
import { cx } from '../../ui/cx.ts';
import { LongText } from '../../ui/long-text.tsx';
import { t } from './messages.ts';
import { Named, NAMED } from './named.tsx';

interface EvidenceProps {
  /** The item's id stands for its run. */
  readonly alias: string;
  readonly step: BlindStep;
  readonly words: TaskWords;
}

const LONG = 220;
/** More than three lines hold. */
const CLOSED_CHARS = 1_000;
const RESPONSE_CHARS = 20_000;
const SHOWN_ROWS = 8;

/** What a step said, changed and answered. */
export function StepEvidence({ alias, step, words }: EvidenceProps): ReactNode {
  return (
    <div className="grid min-h-0 min-w-0 flex-1 grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] max-md:grid-cols-1">
      <div
        tabIndex={0}
        role="group"
        aria-label={t('adjudication.changes')}
        className="overflow-y-auto px-4 py-1.5 outline-offset-[-2px]"
      >
        <Message key={step.seq} text={step.message ?? step.reasoning ?? ''} words={words} />
        <Changes alias={alias} step={step} words={words} />
      </div>
      <div
        tabIndex={0}
        role="group"
        aria-label={t('adjudication.response')}
        className="overflow-y-auto border-line border-l px-4 py-1.5 outline-offset-[-2px] max-md:border-l-0 max-md:border-t"
      >
        <h3 className="flex h-6 items-center gap-1.5 font-semibold text-sm">
          {t('adjudication.response')}
          {step.httpStatus === null ? null : (
            <span className="font-normal text-text-2">HTTP {step.httpStatus}</span>
          )}
        </h3>
        {step.responseText === null ? (
          <p className="text-sm text-text-2">{t('adjudication.hiddenResponse')}</p>
        ) : (
          <pre className="font-mono text-sm leading-[18px] whitespace-pre-wrap wrap-anywhere">
            <LongText key={step.seq} text={step.responseText} first={RESPONSE_CHARS}>
              {(shown) => <Named text={shown} words={words} />}
            </LongText>
          </pre>
        )}
      </div>
    </div>
  );
}

function Message({ text, words }: { readonly text: string; readonly words: TaskWords }): ReactNode {
  const [open, setOpen] = useState(false);
  const long = text.length > LONG;
  return (
    <>
      <h3 className="flex h-6 items-center gap-1.5 font-semibold text-sm">
        {t('adjudication.message')}
        {long ? (
          <button
            type="button"
            aria-expanded={open}
            className="ml-auto min-h-6 font-normal text-accent text-sm"
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'adjudication.less' : 'adjudication.more')}
          </button>
        ) : null}
      </h3>
      {text === '' ? (
        <p className="mb-1 text-sm text-text-2">{t('adjudication.noMessage')}</p>
      ) : (
        <p
          className={cx(
            'mb-1 leading-[19px] whitespace-pre-line wrap-anywhere',
            long && !open && 'line-clamp-3',
          )}
        >
          {open ? (
            <LongText text={text}>{(shown) => <Named text={shown} words={words} />}</LongText>
          ) : (
            <Named text={text.slice(0, CLOSED_CHARS)} words={words} />
          )}
        </p>
      )}
    </>
  );
}

function Changes({ alias, step, words }: EvidenceProps): ReactNode {
  const query = useQuery({ ...changesQuery(alias, step.seq - 1, step.seq), enabled: step.wrote });
  const answer = query.data;
  return (
    <>
      <h3 className="h-6 font-semibold text-sm leading-6">{t('adjudication.changes')}</h3>
      {!step.wrote ? <p className="text-sm text-text-2">{t('adjudication.noChanges')}</p> : null}
      {step.wrote && query.isPending ? (
        <p className="text-sm text-text-2">{t('adjudication.reading')}</p>
      ) : null}
      {query.isError ? (
        <p role="alert" className="text-err text-sm">
          ✕ {query.error.message}
        </p>
      ) : null}
      {answer?.state === 'unavailable' ? (
        <p role="status" className="text-sm text-warn">
          ! {answer.code === 'not_kept' ? t('adjudication.notKeptState') : serverWords(answer)}
        </p>
      ) : null}
      {answer?.state === 'ok'
        ? answer.tables.map((table) => <TableRows key={table.name} table={table} words={words} />)
        : null}
    </>
  );
}

const KINDS = {
  inserted: ['+', 'text-add', 'bg-add-soft'],
  updated: ['~', 'text-mod', 'bg-mod-soft'],
  deleted: ['−', 'text-del', 'bg-del-soft'],
} as const;

function TableRows({ table, words }: { readonly table: TableChange; readonly words: TaskWords }): ReactNode {
  const left = table.inserted + table.updated + table.deleted - Math.min(SHOWN_ROWS, table.rows.length);
  return (
    <>
      {table.rows.slice(0, SHOWN_ROWS).map((row) => {
        const [glyph, colour, tint] = KINDS[row.kind];
        const changed = (index: number) => row.kind !== 'updated' || row.changed.includes(index);
        const columns = table.columns.flatMap((column, index) => {
          const told = row.after?.[index] ?? row.before?.[index] ?? null;
          return changed(index) || (told !== null && isNamed(column.name, words)) ? [{ column, index }] : [];
        });
        return (
          <table key={row.key} className="mb-2 w-full table-fixed border-collapse border border-line text-sm">
            <caption className="pb-1 text-left text-text-2">
              <b className={cx('font-bold', colour)}>{glyph}</b> {table.name}, {keyText(table, row)}
            </caption>
            <thead>
              <tr className="on-tint h-6 bg-surface-2 text-left text-text-2">
                <th className="w-[34%] px-2 font-medium">{t('adjudication.field')}</th>
                <th className="px-2 font-medium">{t('adjudication.was')}</th>
                <th className="px-2 font-medium">{t('adjudication.now')}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ column, index }) => (
                <tr
                  key={column.name}
                  className={cx('h-6 border-line border-t', changed(index) && `on-tint ${tint}`)}
                >
                  <td className="truncate px-2">
                    <span className={cx(isNamed(column.name, words) && NAMED)}>{column.name}</span>
                  </td>
                  <ToldCell row={row.before} index={index} column={column} />
                  <ToldCell row={row.after} index={index} column={column} />
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
      {left > 0 ? <p className="text-sm text-text-2">{t('adjudication.moreRows', { count: left })}</p> : null}
    </>
  );
}

/** Nothing where the row was not there. */
function ToldCell({
  row,
  index,
  column,
}: {
  readonly row: readonly WireCell[] | null;
  readonly index: number;
  readonly column: TableColumn;
}): ReactNode {
  if (row === null) return <td />;
  const cell = row[index] ?? null;
  return (
    <td className="truncate px-2" title={cellText(cell)}>
      <CellValue cell={cell} column={column} />
    </td>
  );
}

/** `id 4` */
function keyText({ columns }: TableChange, { before, after, key }: RowChange): string {
  const cells = after ?? before ?? [];
  const named = columns.flatMap((column, index) =>
    column.primaryKey > 0 ? [`${column.name} ${cellText(cells[index] ?? null)}`] : [],
  );
  return named.length === 0 ? key : named.join(', ');
}
