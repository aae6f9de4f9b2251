'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { changesQuery } from '../../../../lib/client/queries/evidence.ts';
import { serverWords } from '../../../../lib/client/server-words.ts';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { KeyCap } from '../form/row-head.tsx';
import type { RunView } from '../item-session.ts';
import { LongNamedText, NAMED_CLASS, NamedText } from '../marked-text.tsx';
import { t } from '../messages.ts';
import type { StepRow } from '../model/rows.ts';
import { EffectGlyph } from '../parts/effect-glyph.tsx';
import { canBeFixed, commentOnStep, sendStepToFix } from '../step-dialogs.ts';
import { useItem, useRow, useSide } from '../use-item.ts';
import { viewStore } from '../view-store.ts';
import { ChangesView } from './changes-view.tsx';
import { ResponseView } from './response-view.tsx';

/**
 * What the looked-at step said, changed and answered. Where each part stands is known before anything arrives: what is still on
 * its way has its room, and nothing moves when it comes.
 */
export function EvidencePanel(): ReactNode {
  const row = useRow();
  const side = useSide();
  if (row === undefined) return <section aria-label={t('labelling.evidence')} className="min-h-0 flex-1" />;
  const answer = row.kind === 'answer';
  return (
    <section
      aria-label={answer ? t('labelling.evidenceOfAnswer') : t('labelling.evidenceOf', { step: row.seq })}
      data-evidence=""
      className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden"
    >
      {/* Another step is another head and another body: nothing of the last one is moved. */}
      <header className="on-tint flex h-7 shrink-0 items-center gap-2 border-line border-b bg-surface-2 px-4 text-sm whitespace-nowrap">
        <span key={`${side.alias}/${row.id}`} className="flex min-w-0 flex-1 items-center gap-2">
          <EffectGlyph effect={row.effect} />
          <b className="font-medium">
            {answer ? t('labelling.answer') : t('labelling.step', { step: row.seq })}
          </b>
          <span className="truncate font-mono">{row.step?.toolName ?? row.step?.kind ?? ''}</span>
        </span>
        <StepButtons row={row} />
      </header>
      <div key={`${side.alias}/${row.id}`} className="flex min-h-0 flex-1 flex-col">
        {answer ? <AnswerBody row={row} side={side} /> : <StepBody row={row} side={side} />}
      </div>
    </section>
  );
}

function StepButtons({ row }: { readonly row: StepRow }): ReactNode {
  const item = useItem();
  const look = { size: 'sm', variant: 'ghost', className: 'gap-1 border-y-0 px-1.5' } as const;
  return (
    <span className="-mr-1.5 flex shrink-0">
      <Button {...look} title={t('keys.comment')} onClick={() => commentOnStep(item)}>
        {t('labelling.comment')} <KeyCap action="label.comment" />
      </Button>
      <Button
        {...look}
        title={t('keys.sendToFix')}
        disabled={!canBeFixed(row)}
        onClick={() => sendStepToFix(item)}
      >
        {t('labelling.toFix')} <KeyCap action="label.fix" />
      </Button>
    </span>
  );
}

interface BodyProps {
  readonly row: StepRow;
  readonly side: RunView;
}

function StepBody({ row, side }: BodyProps): ReactNode {
  const { step } = row;
  if (step === null) return null;
  return (
    <>
      <Message said={step.message} thought={step.reasoning} side={side} />
      <Changes alias={side.alias} from={step.seq - 1} to={step.seq} wrote={step.wrote} side={side} />
      <Response row={row} side={side} />
      <Request row={row} side={side} />
    </>
  );
}

function AnswerBody({ row, side }: BodyProps): ReactNode {
  const last = side.run.steps.at(-1)?.seq ?? 0;
  const wrote = side.run.steps.some((step) => step.wrote);
  return (
    <>
      <div
        tabIndex={0}
        role="group"
        aria-label={t('labelling.answer')}
        className="max-h-[40%] shrink-0 overflow-y-auto border-line border-b px-4 py-2 whitespace-pre-wrap outline-offset-[-2px] wrap-anywhere"
      >
        <LongNamedText text={side.run.finalAnswer ?? ''} words={side.words} />
      </div>
      <Changes alias={side.alias} from={0} to={Math.max(last, row.seq)} wrote={wrote} side={side} whole />
    </>
  );
}

const MORE_CHARS = 150;
/** More than three lines hold. */
const CLOSED_CHARS = 1_000;

interface MessageProps {
  readonly said: string | null;
  readonly thought: string | null;
  readonly side: RunView;
}

function Message({ said, thought, side }: MessageProps): ReactNode {
  const [open, setOpen] = useState(false);
  const text = said ?? thought ?? '';
  const both = said !== null && thought !== null;
  const long = both || text.length > MORE_CHARS || text.split('\n').length > 3;
  return (
    <div
      className={cx('shrink-0 border-line border-b px-4 pt-1 pb-2', open && 'max-h-[45%] overflow-y-auto')}
    >
      <h2 className="flex h-6 items-center gap-1.5 font-semibold text-sm">
        {t('labelling.message')}
        <Icon name="agent" className="size-3.5 text-text-3" />
        {text === '' ? <span className="font-normal text-text-3">{t('labelling.noMessage')}</span> : null}
        {long ? (
          <button
            type="button"
            aria-expanded={open}
            className="ml-auto min-h-6 font-normal text-accent text-xs"
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'labelling.less' : 'labelling.more')}
          </button>
        ) : null}
      </h2>
      {text === '' ? null : (
        <p
          className={cx('leading-[19px] whitespace-pre-line wrap-anywhere', !open && 'line-clamp-3 h-[57px]')}
        >
          {open ? (
            <LongNamedText text={text} words={side.words} />
          ) : (
            <NamedText text={text.slice(0, CLOSED_CHARS)} words={side.words} />
          )}
        </p>
      )}
      {open && both ? (
        <>
          <h3 className="mt-2 font-semibold text-sm">{t('labelling.reasoning')}</h3>
          <p className="leading-[19px] whitespace-pre-line text-text-2 wrap-anywhere">
            <LongNamedText text={thought} words={side.words} />
          </p>
        </>
      ) : null}
    </div>
  );
}

interface ChangesProps {
  readonly alias: string;
  readonly from: number;
  readonly to: number;
  readonly wrote: boolean;
  readonly side: RunView;
  /** They have all the room that is left. */
  readonly whole?: boolean;
}

function Changes({ alias, from, to, wrote, side, whole = false }: ChangesProps): ReactNode {
  const client = useQueryClient();
  const query = useQuery({ ...changesQuery(alias, from, to), enabled: wrote });
  // Read ahead of its step, it takes the room that it needs; what comes later keeps to the room that was left for it.
  const [ahead] = useState(() => client.getQueryData(changesQuery(alias, from, to).queryKey) !== undefined);
  const answer = query.data;
  const none = !wrote || (answer?.state === 'ok' && answer.tables.length === 0);
  const room = whole
    ? 'min-h-0 flex-1'
    : none && (ahead || !wrote)
      ? 'shrink-0'
      : ahead
        ? 'max-h-[55%] shrink-0'
        : 'h-[45%] shrink-0';
  return (
    <div className={cx('flex flex-col border-line border-b', room)}>
      <h2 className="flex h-8 shrink-0 items-center gap-1.5 px-4 font-semibold text-sm">
        {t(whole ? 'labelling.changesAll' : 'labelling.changes')}
        {none ? <span className="font-normal text-text-3">{t('labelling.noChanges')}</span> : null}
        {none || answer?.state === 'unavailable' ? null : (
          <span className="ml-auto font-normal text-text-2 text-xs">
            <span className={NAMED_CLASS}>{t('labelling.field')}</span> {t('labelling.namedHere')}
          </span>
        )}
      </h2>
      {none ? null : (
        <div
          className="min-h-0 flex-1 overflow-y-auto px-4 pb-2"
          tabIndex={0}
          role="group"
          aria-label={t('labelling.changes')}
        >
          {query.isPending ? <p className="text-sm text-text-2">{t('labelling.readingChanges')}</p> : null}
          {query.isError ? (
            <p role="alert" className="text-sm">
              <span className="text-err">✕ {query.error.message}</span>{' '}
              <Button size="sm" onClick={() => void query.refetch()}>
                {t('common.retry')}
              </Button>
            </p>
          ) : null}
          {answer?.state === 'unavailable' ? (
            <p role="status" className="text-sm text-warn">
              ! {answer.code === 'not_kept' ? t('labelling.notKeptState') : serverWords(answer)}
            </p>
          ) : null}
          {answer?.state === 'ok' ? <ChangesView seq={to} changes={answer} words={side.words} /> : null}
        </div>
      )}
    </div>
  );
}

function Response({ row, side }: BodyProps): ReactNode {
  const raw = useStore(viewStore, (state) => state.raw);
  const toggleRaw = useStore(viewStore, (state) => state.toggleRaw);
  const text = row.step?.responseText ?? null;
  const status = row.step?.httpStatus ?? null;
  return (
    <div className="flex min-h-16 flex-1 flex-col border-line border-b">
      <h2 className="flex h-8 shrink-0 items-center gap-1.5 px-4 font-semibold text-sm">
        {t('labelling.response')}
        {status === null ? null : (
          <span className={cx('font-normal', status >= 400 ? 'text-err' : 'text-text-2')}>
            {t('labelling.http', { status })}
          </span>
        )}
        {text === null ? (
          <span className="font-normal text-text-3">{t('labelling.hiddenResult')}</span>
        ) : (
          <button
            type="button"
            aria-pressed={raw}
            onClick={toggleRaw}
            className="ml-auto min-h-6 font-normal text-text-2 text-xs hover:text-text aria-pressed:text-accent"
          >
            {t('labelling.rawText')}
          </button>
        )}
      </h2>
      {text === null ? null : (
        <div
          className="min-h-0 flex-1 overflow-y-auto px-4 pb-2 outline-offset-[-2px]"
          tabIndex={0}
          role="group"
          aria-label={t('labelling.response')}
        >
          <ResponseView seq={row.seq} text={text} words={side.words} anchored />
        </div>
      )}
    </div>
  );
}

function Request({ row, side }: BodyProps): ReactNode {
  const open = useStore(viewStore, (state) => state.request);
  const toggle = useStore(viewStore, (state) => state.toggleRequest);
  const key = useKeyLabel('label.request');
  const json = row.step?.argumentsJson ?? null;
  return (
    <div className={cx('flex shrink-0 flex-col', open && 'h-[34%]')}>
      <button
        type="button"
        aria-expanded={open}
        aria-keyshortcuts={key?.aria}
        onClick={toggle}
        className="flex h-[30px] w-full shrink-0 items-center gap-1.5 px-4 text-sm whitespace-nowrap outline-offset-[-2px] hover:bg-surface-2"
      >
        <Icon name="right" className={cx('size-3 text-text-3', open && 'rotate-90')} />
        <b className="font-semibold">{t('labelling.request')}</b>
        <span className="truncate text-text-2">
          {row.step?.httpMethod === null || row.step === null
            ? t('labelling.requestOf', { kind: row.step?.kind ?? '', count: row.args.length })
            : `${row.step.httpMethod} ${row.step.httpRoute ?? ''}`}
        </span>
        <span className="ml-auto">{key === null ? null : <Kbd>{key.shown}</Kbd>}</span>
      </button>
      {open ? (
        <div
          className="min-h-0 flex-1 overflow-y-auto px-4 pb-2"
          tabIndex={0}
          role="group"
          aria-label={t('labelling.request')}
        >
          {json === null ? (
            <p className="text-sm text-text-2">{t('labelling.noArguments')}</p>
          ) : (
            <ResponseView seq={row.seq} text={json} words={side.words} anchored={false} />
          )}
        </div>
      ) : null}
    </div>
  );
}
