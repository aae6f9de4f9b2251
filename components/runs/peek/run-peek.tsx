'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAbsolute, formatDuration, formatReward } from '../../../lib/client/format.ts';
import { type KeyAction, useKeyLabel } from '../../../lib/client/keys/index.ts';
import { t } from '../messages.ts';
import { runQuery } from '../../../lib/client/queries/runs.ts';
import { runHref } from '../../../lib/client/run-links.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { RunOutcome } from '../../outcomes/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Actor, AgreesMark, LabelMark, VerdictMark } from '../table/marks.tsx';
import { PeekAnswer } from './peek-answer.tsx';
import { PeekChanges } from './peek-changes.tsx';
import { PeekMessage } from './peek-message.tsx';
import { PeekSection } from './peek-section.tsx';
import { FailedNotice } from '../../blind/index.ts';

interface RunPeekProps {
  readonly id: string;
  /** What the table knows of it already. */
  readonly row: RunRow | undefined;
  /** Position among those that match, 1-based; null where it is not among them. */
  readonly place: { readonly index: number; readonly total: number } | null;
  /** The table’s filter. */
  readonly query: string;
  readonly onMove: (by: 1 | -1) => void;
  readonly onClose: () => void;
  /** Adds it to the runs that are selected, or takes it out. */
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly verifierHref: string | null;
}

/** A run beside the table: what was asked, what was answered and changed, and what is said of it. */
export function RunPeek(props: RunPeekProps): ReactNode {
  const { id, row, place, onMove, onClose } = props;
  const query = useQuery({
    ...runQuery(id),
    ...(row !== undefined && { initialData: row, initialDataUpdatedAt: 0 }),
  });
  const run = query.data;
  return (
    <>
      <header className="flex shrink-0 flex-col gap-1.5 border-line border-b py-2 pr-2 pl-4">
        <div className="flex min-w-0 items-center gap-2">
          <h2 className="shrink-0 font-mono font-semibold" title={id}>
            {id.slice(0, 6)}
          </h2>
          <span className="min-w-0 flex-1 text-sm">
            {run === undefined ? null : (
              <span className="flex min-w-0 gap-1.5">
                <Actor run={run} />
                {run.trainStep === null ? null : (
                  <span className="shrink-0 text-text-2">{t('runs.step', { step: run.trainStep })}</span>
                )}
              </span>
            )}
          </span>
          {place === null ? null : (
            <span className="flex shrink-0 items-center text-text-2 text-xs">
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t('runs.peek.previous')}
                disabled={place.index <= 1}
                focusableWhenDisabled
                onClick={() => onMove(-1)}
              >
                <Icon name="up" className="size-3.5" />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t('runs.peek.next')}
                disabled={place.index >= place.total}
                focusableWhenDisabled
                onClick={() => onMove(1)}
              >
                <Icon name="down" className="size-3.5" />
              </Button>
              {t('filter.place', place)}
            </span>
          )}
          <Button variant="ghost" size="icon" aria-label={t('filter.closePeek')} onClick={onClose}>
            <Icon name="close" className="size-3.5" />
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          <NavLink
            href={runHref(id, place === null ? null : { q: props.query, at: place.index - 1 })}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('runs.peek.open')} <Key action="list.open" />
          </NavLink>
          <Button aria-pressed={props.chosen} onClick={props.onChoose}>
            {t('runs.peek.select')} <Key action="list.select" />
          </Button>
          {props.verifierHref === null ? null : (
            <NavLink href={props.verifierHref} className={buttonClass()}>
              {t('runs.peek.verifier')} <Key action="list.verifier" />
            </NavLink>
          )}
        </div>
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label={t('runs.named', { id: id.slice(0, 6) })}
        className="min-h-0 flex-1 overflow-y-auto text-sm outline-offset-[-2px]"
      >
        {run === undefined ? (
          query.isPending ? (
            <Loading what={t('runs.peek.what')} />
          ) : (
            <FailedNotice
              error={query.error}
              title={t('runs.peek.failed')}
              actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
            />
          )
        ) : (
          <Contents run={run} />
        )}
      </div>
    </>
  );
}

function Key({ action }: { readonly action: KeyAction }): ReactNode {
  const label = useKeyLabel(action);
  return label === null ? null : <Kbd>{label.shown}</Kbd>;
}

function Contents({ run }: { readonly run: RunRow }): ReactNode {
  const { scenario, taskIdx, task } = run;
  return (
    <>
      <PeekSection
        title={t('runs.columns.task')}
        note={taskIdx === null ? scenario : `${scenario} · ${t('runs.taskOf', { index: taskIdx })}`}
      >
        <p className="wrap-anywhere whitespace-pre-wrap">
          {task ?? <span className="text-text-2">{t('runs.noTask')}</span>}
        </p>
      </PeekSection>
      <Suspicions run={run} />
      {taskIdx === null || run.endReason === null ? null : (
        <PeekSection title={t('tasks.outcomes')}>
          <RunOutcome runId={run.id} />
        </PeekSection>
      )}
      <PeekAnswer run={run} />
      <PeekChanges run={run} />
      <Verdicts run={run} />
      <PeekMessage run={run} />
      <PeekSection title={t('runs.peek.facts')}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          <Fact name={t('runs.peek.began')}>{formatAbsolute(run.startedAtMs)}</Fact>
          {run.endedAtMs === null ? null : (
            <Fact name={t('runs.columns.duration')}>
              {formatDuration(Math.max(0, run.endedAtMs - run.startedAtMs))}
            </Fact>
          )}
          <Fact name={t('runs.columns.ended')}>
            {run.endReason === null ? t('runs.running') : t(`runs.ends.${run.endReason}`)}
          </Fact>
          <Fact name={t('runs.columns.origin')}>{t(`runs.origins.${run.origin}`)}</Fact>
          {run.experiment === null ? null : (
            <Fact name={t('runs.columns.experimentAlone')}>{run.experiment}</Fact>
          )}
          {run.checkpoint === null ? null : <Fact name={t('runs.columns.checkpoint')}>{run.checkpoint}</Fact>}
          {run.group === null ? null : (
            <Fact name={t('runs.columns.group')}>
              {run.sample === null ? run.group : `${run.group} · ${String(run.sample)}`}
            </Fact>
          )}
          {run.tags.length === 0 ? null : <Fact name={t('runs.columns.tags')}>{run.tags.join(', ')}</Fact>}
        </dl>
      </PeekSection>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Suspicions({ run }: { readonly run: RunRow }): ReactNode {
  if (run.suspicions.length === 0) return null;
  return (
    <PeekSection title={t('runs.columns.suspicions')}>
      <ul className="flex flex-col gap-1">
        {run.suspicions.map((kind) => (
          <li key={kind} className="on-tint rounded-1 bg-warn-soft px-2 py-1">
            <span aria-hidden="true" className="mr-1 font-semibold text-warn">
              !
            </span>
            {t(`runs.suspicions.${kind}.long`)}
          </li>
        ))}
      </ul>
    </PeekSection>
  );
}

function Verdicts({ run }: { readonly run: RunRow }): ReactNode {
  const { code, sql, regraded, label, labels, reward, steps, wrote, agrees, verdict } = run;
  const differs = regraded !== null && regraded !== code;
  return (
    <PeekSection
      title={t('runs.peek.verdicts')}
      note={agrees === null ? undefined : <AgreementWords agrees={agrees} />}
    >
      <dl className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-2 leading-[22px]">
        <dt className="text-text-2">{t('runs.columns.code')}</dt>
        <dd>
          <VerdictMark verdict={code} shown />
          {differs ? (
            <span className="text-text-2">
              {' '}
              · {t('runs.peek.today')} <VerdictMark verdict={regraded} shown />
            </span>
          ) : null}
        </dd>
        <dt className="text-text-2">{t('runs.columns.sql')}</dt>
        <dd>
          <VerdictMark verdict={sql} shown />
        </dd>
        {verdict === null || verdict === code || verdict === sql ? null : (
          <>
            <dt className="text-text-2">{t('runs.columns.verdict')}</dt>
            <dd>
              <VerdictMark verdict={verdict} shown />
            </dd>
          </>
        )}
        <dt className="text-text-2">{t('runs.columns.label')}</dt>
        <dd>
          <LabelMark label={label} shown />
          {labels > 1 ? (
            <span className="text-text-2"> · {t('runs.peek.labels', { count: labels })}</span>
          ) : null}
        </dd>
        <dt className="text-text-2">{t('runs.columns.reward')}</dt>
        <dd>
          <span className="font-medium tabular-nums">{reward === null ? '–' : formatReward(reward)}</span>
          <span className="text-text-2">
            {' '}
            · {t('runs.peek.steps', { count: steps })}
            {wrote === null ? null : ` · ${t('runs.peek.wrote', { count: wrote })}`}
          </span>
        </dd>
      </dl>
    </PeekSection>
  );
}

function AgreementWords({ agrees }: { readonly agrees: boolean }): ReactNode {
  return (
    <span className="flex items-baseline gap-1">
      <AgreesMark agrees={agrees} />
      <span aria-hidden="true">{agrees ? t('runs.agrees.yes') : t('runs.agrees.no')}</span>
    </span>
  );
}
