'use client';

import { memo, type ReactNode, useMemo, useRef } from 'react';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import type { StepMark } from '../../../../lib/contracts/annotation/label-doc.ts';
import { isNamed, type TaskWords } from '../../../../lib/domain/task-words/index.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { labelActs, markText } from '../label-acts.ts';
import { NAMED_CLASS, NamedText } from '../marked-text.tsx';
import { t } from '../messages.ts';
import type { Mark } from '../model/acts.ts';
import { partingOf } from '../model/parting.ts';
import type { StepRow } from '../model/rows.ts';
import { useItem, useLabel, useSide, useView } from '../use-item.ts';
import { EffectGlyph } from './effect-glyph.tsx';
import { useWindow } from './use-window.ts';

const ROW_PX = 66;
const NARROW_ROW_PX = 52;
const COLUMNS = 'grid grid-cols-[20px_14px_minmax(0,1fr)_96px] gap-x-2 px-3';
const MARKS: readonly Mark[] = [-1, 0, 1];

/** All steps at a fixed height each, with their marks; those in sight exist. */
export function StepList({ narrow = false }: { readonly narrow?: boolean }): ReactNode {
  const item = useItem();
  const side = useSide();
  const rowId = useView((view) => view.rowId);
  const marks = useLabel((doc) => doc.steps);
  const acts = useMemo(() => labelActs(item), [item]);
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = side;
  const height = narrow ? NARROW_ROW_PX : ROW_PX;
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === rowId),
  );
  const { first, end } = useWindow(scroller, { count: rows.length, rowPx: height, at: index });
  const asked = item.assignment.schema.doc.steps !== 'off' && item.seqs.length > 0;

  return (
    <section aria-label={t('labelling.steps')} className="flex min-h-0 flex-1 flex-col">
      {narrow ? null : <Head count={side.run.steps.length} asked={asked} />}
      <Shared />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        <ol
          aria-label={t('labelling.stepList')}
          className="relative"
          style={{ height: rows.length * height }}
        >
          {rows.slice(first, end).map((row, offset) => {
            const at = first + offset;
            return (
              <li
                key={row.id}
                aria-posinset={at + 1}
                aria-setsize={rows.length}
                aria-current={at === index ? 'step' : undefined}
                className="absolute top-0 left-0 w-full"
                style={{ height, transform: `translateY(${String(at * height)}px)` }}
              >
                <Row
                  row={row}
                  number={at + 1}
                  current={at === index}
                  narrow={narrow}
                  words={side.words}
                  mark={row.markSeq === null ? undefined : marks[String(row.markSeq)]}
                  asked={asked}
                  parting={partingOf(rows, row, side.partsAt)}
                  onGo={item.go}
                  onMark={acts.mark}
                  onUnmark={acts.unmark}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function Head({ count, asked }: { readonly count: number; readonly asked: boolean }): ReactNode {
  const keys = [useKeyLabel('label.minus'), useKeyLabel('label.zero'), useKeyLabel('label.plus')];
  return (
    <div className={cx(COLUMNS, 'h-7 shrink-0 items-center border-line border-b text-text-3 text-xs')}>
      <span className="text-right">#</span>
      <span />
      <span>{t('labelling.stepCount', { count })}</span>
      {asked ? (
        <span className="grid grid-cols-3 justify-items-center">
          {keys.map((key, at) => (
            <span key={at}>{key === null ? '' : <Kbd>{key.shown}</Kbd>}</span>
          ))}
        </span>
      ) : null}
    </div>
  );
}

/** What can be taken over from the item before; its line is there from the start. */
function Shared(): ReactNode {
  const item = useItem();
  const { shared } = item.assignment;
  const taken = useLabel((doc) => Object.values(doc.steps).some(({ by }) => by === 'inherited'));
  const key = useKeyLabel('label.inherit');
  if (shared === null || Object.keys(shared.marks).length === 0) return null;
  const acts = labelActs(item);
  return (
    <div className="flex h-7 shrink-0 items-center gap-1.5 border-line border-b bg-info-soft px-3 text-info text-sm whitespace-nowrap">
      <Icon name="copy" className="size-3.5" />
      <span className="truncate">
        {t(taken ? 'labelling.sharedTaken' : 'labelling.sharedBefore', { count: shared.steps })}
      </span>
      <button
        type="button"
        className="ml-auto inline-flex h-6 items-center gap-1 underline underline-offset-2"
        onClick={() => (taken ? acts.clearInherited() : acts.inherit())}
      >
        {t(taken ? 'labelling.clear' : 'labelling.inherit')}
        {taken || key === null ? null : <Kbd>{key.shown}</Kbd>}
      </button>
    </div>
  );
}

interface RowProps {
  readonly row: StepRow;
  readonly number: number;
  readonly current: boolean;
  readonly narrow: boolean;
  readonly words: TaskWords;
  readonly mark: StepMark | undefined;
  readonly asked: boolean;
  readonly parting: ReturnType<typeof partingOf>;
  readonly onGo: (id: string) => void;
  readonly onMark: (value: Mark, seq: number | null, goOn: boolean) => void;
  readonly onUnmark: (seq: number | null) => void;
}

/** One step. Redrawn only where something of it changed. */
const Row = memo(function Row(props: RowProps): ReactNode {
  const { row, number, current, narrow, words, mark, asked, parting, onGo, onMark, onUnmark } = props;
  const name = row.kind === 'answer' ? t('labelling.answer') : titleOf(row);
  return (
    <div
      onClick={() => onGo(row.id)}
      className={cx(
        COLUMNS,
        'h-full cursor-default items-center border-line border-b',
        current
          ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)] forced-colors:outline-1'
          : parting === 'same'
            ? 'bg-surface-2'
            : 'hover:bg-surface-2',
      )}
    >
      <span className="mt-[7px] self-start text-right text-sm text-text-3 leading-[18px]">{number}</span>
      <span className="mt-[7px] self-start">
        <EffectGlyph effect={row.effect} />
      </span>
      <div className="min-w-0 leading-[18px]">
        <div className="flex items-center gap-2">
          <button
            type="button"
            tabIndex={current ? 0 : -1}
            data-row={row.id}
            className="truncate text-left font-semibold outline-offset-[-1px]"
            onClick={() => onGo(row.id)}
          >
            <span className={cx(isNamed(row.step?.toolName ?? '', words) && NAMED_CLASS)}>{name}</span>
          </button>
          {narrow || row.kind === 'answer' ? null : <Wrote row={row} />}
        </div>
        {row.kind === 'answer' ? null : narrow ? null : (
          <div className="truncate font-mono text-sm text-text-2">
            {row.args.length === 0 ? (
              <span className="text-text-3">{t('labelling.noArguments')}</span>
            ) : (
              <Arguments row={row} words={words} />
            )}
          </div>
        )}
        <div className="truncate text-sm text-text-2">
          {row.line === null ? (
            `→ ${t('labelling.hiddenResult')}`
          ) : row.kind === 'answer' ? (
            <NamedText text={row.line} words={words} />
          ) : (
            <>
              {'→ '}
              <NamedText text={row.line} words={words} />
            </>
          )}
        </div>
        {row.kind === 'answer' && !narrow ? (
          <div className="truncate text-sm text-text-3">{t('labelling.pinned')}</div>
        ) : null}
      </div>
      {!asked ? (
        <Parting parting={parting} />
      ) : row.markSeq === null ? (
        <span className="text-center text-sm text-text-3">{t('labelling.notLabelled')}</span>
      ) : (
        <Marks
          step={row.id === 'answer' ? name : String(row.seq)}
          mark={mark}
          current={current}
          onMark={(value) => {
            // A mark that was given here is taken away by itself.
            if (mark?.value === value && mark.by === 'own') onUnmark(row.markSeq);
            else onMark(value, row.markSeq, false);
          }}
        />
      )}
    </div>
  );
});

/** Of a pair: whether the other run did the same, or where this one goes its own way. */
function Parting({ parting }: Pick<RowProps, 'parting'>): ReactNode {
  if (parting !== 'same' && parting !== 'parts') return <span />;
  const isSame = parting === 'same';
  return (
    <span className={cx('text-right text-sm leading-4', isSame ? 'text-text-2' : 'font-medium text-warn')}>
      <span aria-hidden="true">{isSame ? '= ' : '≠ '}</span>
      {t(isSame ? 'labelling.sameInBoth' : 'labelling.partsHere')}
    </span>
  );
}

function titleOf({ step }: StepRow): string {
  if (step === null) return '';
  switch (step.kind) {
    case 'verify':
      return t('labelling.verifyHidden');
    case 'done':
      return t('steps.done');
    case 'list_tools':
      return t('steps.listTools');
    case 'list_scenarios':
      return t('steps.listScenarios');
    case 'call_tool':
      return step.toolName ?? '';
  }
}

function Wrote({ row }: { readonly row: StepRow }): ReactNode {
  const some = row.wrote === null || row.wrote > 0;
  return (
    <span className={cx('ml-auto shrink-0 text-sm', some ? 'font-medium text-write' : 'text-text-3')}>
      {row.wrote === null ? t('labelling.wroteUnknown') : t('labelling.wrote', { count: row.wrote })}
    </span>
  );
}

const KINDS = { string: 'text-code-string', number: 'text-code-number', other: 'text-text-2' } as const;

function Arguments({ row, words }: { readonly row: StepRow; readonly words: TaskWords }): ReactNode {
  return row.args.map(({ name, kind, text }, index) => (
    <span key={name}>
      {index === 0 ? '' : ' '}
      <span className={cx('text-code-key', isNamed(name, words) && NAMED_CLASS)}>{name}</span>=
      <span className={KINDS[kind]}>
        <NamedText text={text} words={words} />
      </span>
    </span>
  ));
}

const SET: Readonly<Record<Mark, string>> = {
  '-1': 'bg-err-soft font-bold text-err',
  0: 'bg-surface-3 font-bold text-text',
  1: 'bg-ok-soft font-bold text-ok',
};

interface MarksProps {
  readonly step: string;
  readonly mark: StepMark | undefined;
  readonly current: boolean;
  readonly onMark: (value: Mark) => void;
}

/** −1, 0, +1. Dashed: taken over from another run; dotted: by one act for all that were open. */
function Marks({ step, mark, current, onMark }: MarksProps): ReactNode {
  const how =
    mark?.by === 'inherited'
      ? t('labelling.markInherited')
      : mark?.by === 'bulk'
        ? t('labelling.markBulk')
        : null;
  return (
    <span
      role="group"
      aria-label={[t('labelling.markOf', { step }), how].filter((part) => part !== null).join(', ')}
      data-by={mark?.by}
      title={how ?? undefined}
      className={cx(
        'grid h-7 grid-cols-3 overflow-hidden rounded-1 border border-line-control bg-surface',
        mark?.by === 'inherited' && 'border-dashed',
        mark?.by === 'bulk' && 'border-2 border-dotted',
      )}
    >
      {MARKS.map((value) => (
        <button
          key={value}
          type="button"
          tabIndex={current ? 0 : -1}
          aria-pressed={mark?.value === value}
          onClick={(event) => {
            event.stopPropagation();
            onMark(value);
          }}
          className={cx(
            'text-center text-sm outline-offset-[-2px] not-first:border-line not-first:border-l',
            mark?.value === value ? SET[value] : 'text-text-2',
          )}
        >
          {markText(value)}
        </button>
      ))}
    </span>
  );
}
