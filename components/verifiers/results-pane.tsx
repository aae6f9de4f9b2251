'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { t } from './messages.ts';
import { isOver, type TryState, type VerifierKey } from '../../lib/client/queries/verifiers.ts';
import { sayWhoMay } from '../identity/index.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Strip } from '../ui/strip.tsx';
import { Halves } from './halves.tsx';
import { orderRows, type Shown } from './row-order.ts';
import { RowDetail } from './row-detail.tsx';
import { RunList } from './run-list.tsx';
import { TryBar } from './try-bar.tsx';
import { Vacuous } from './vacuous.tsx';

interface ResultsPaneProps {
  readonly place: VerifierKey;
  readonly tryId: string | null;
  readonly state: TryState | undefined;
  /** Why the try did not start. */
  readonly problem: string | null;
  readonly before: number;
  /** The version that the draft is; null: it is none yet. */
  readonly afterVersion: number | null;
  readonly pinned: string | null;
  readonly selected: string | null;
  readonly starting: boolean;
  /** Null: whoever looks may try none. */
  readonly onRun: (() => void) | null;
  readonly onCancel: () => void;
  /** sql mode: null where there is no judge to ask. */
  readonly judge: { readonly asked: boolean; readonly ask: (asked: boolean) => void } | null;
}

/** What the draft says of the stored runs, beside the version and people's words. */
export function ResultsPane(props: ResultsPaneProps): ReactNode {
  const { place, tryId, state, problem, before, pinned, selected, starting } = props;
  const [shown, setShown] = useState<Shown>('all');
  const settled = isOver(state?.summary);
  const all = state?.rows;
  const rows = useMemo(() => orderRows(all ?? [], { shown, pinned, settled }), [all, shown, pinned, settled]);
  const summary = state?.summary;
  const error = problem ?? summary?.error ?? null;
  const chosen = all?.find(({ run }) => run === selected);
  return (
    <section
      aria-label={t('verifiers.results')}
      className="@container flex min-h-0 min-w-0 flex-col border-line min-[900px]:border-l max-[899px]:min-h-[640px] max-[899px]:border-t"
    >
      {error === null ? null : (
        <Strip tone="err" role="alert">
          {problem === null ? `${t('verifiers.stopped')}: ` : null}
          {error}
        </Strip>
      )}
      {summary === undefined ? null : <Vacuous summary={summary} rows={all ?? []} />}
      {summary === undefined || tryId === null ? null : (
        <Halves tryId={tryId} summary={summary} afterVersion={props.afterVersion} />
      )}
      <TryBar
        tryId={tryId}
        state={state}
        shown={shown}
        onShow={setShown}
        onRun={props.onRun}
        onCancel={props.onCancel}
        starting={starting}
      />
      {place.mode === 'sql' ? (
        <div className="flex flex-wrap items-center gap-3 border-line border-b px-3 py-1 text-sm text-text-2">
          {props.judge === null ? (
            t('verifiers.noJudge')
          ) : (
            <Checkbox
              label={t('verifiers.askJudge')}
              checked={props.judge.asked}
              onChange={props.judge.ask}
            />
          )}
        </div>
      ) : null}
      {state === undefined ? (
        props.onRun === null ? (
          <p className="p-3 text-sm text-text-2">{sayWhoMay('write')}</p>
        ) : error === null ? (
          <Loading what={t('verifiers.results')} />
        ) : null
      ) : all?.length === 0 && settled ? (
        <Notice title={t('verifiers.noRunsTitle')} className="flex-1">
          {t('verifiers.noRunsBody')}
        </Notice>
      ) : (
        <RunList rows={rows} selected={selected} />
      )}
      {summary === undefined ? null : <LeftOut summary={summary} />}
      {tryId === null || chosen === undefined ? null : (
        <RowDetail
          key={`${tryId} ${chosen.run}`}
          place={place}
          tryId={tryId}
          run={chosen.run}
          before={before}
          ready={!starting && (settled || chosen.after !== null || chosen.evidence !== null)}
        />
      )}
      <footer className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-3 border-line border-t px-3 text-text-2 text-xs">
        <span className="min-w-0 flex-1 truncate">{t('verifiers.legend', { version: before })}</span>
        <span>
          <span aria-hidden="true" className="text-ok">
            ▲
          </span>{' '}
          {t('verifiers.legendTowards')}{' '}
          <span aria-hidden="true" className="text-err">
            ▼
          </span>{' '}
          {t('verifiers.legendAway')}
        </span>
      </footer>
    </section>
  );
}

function LeftOut({ summary }: { readonly summary: TryState['summary'] }): ReactNode {
  const { unkept, running, stripsLeftOut } = summary;
  if (unkept + running + stripsLeftOut === 0) return null;
  return (
    <p className="shrink-0 border-line border-t px-3 py-1 text-sm text-text-2">
      {unkept === 0 ? null : t('verifiers.leftOut', { count: unkept })}{' '}
      {running === 0 ? null : t('verifiers.stillRunning', { count: running })}{' '}
      {stripsLeftOut === 0 ? null : t('verifiers.stripsLeftOut', { count: stripsLeftOut })}
    </p>
  );
}
