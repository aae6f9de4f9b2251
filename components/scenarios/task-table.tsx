'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { useMediaQuery } from '../../lib/client/use-media-query.ts';
import { useNow } from '../../lib/client/use-now.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { LastRun, PeekButton, RowLink } from './browse/row-parts.tsx';
import { SortHeader } from './browse/sort-header.tsx';
import type { Browser } from './browse/use-browser.ts';
import { useWarming, type Warming } from './browse/use-warming.ts';
import { type RowState, VirtualRows } from './browse/virtual-rows.tsx';
import { FindingMark } from './marks/finding-mark.tsx';
import { PassBars } from './marks/pass-rates.tsx';
import { StatusMark } from './marks/status-mark.tsx';
import { agentRate, humanRate, type TaskEntry } from './model/entries.ts';
import type { TaskSelection } from './statuses/use-task-selection.ts';

const WIDE = '(min-width: 720px)';
const WIDE_ROW_PX = 46;
const CARD_PX = 84;
const COLUMNS =
  'md:grid-cols-[20px_92px_minmax(0,1fr)_minmax(0,150px)] md:gap-x-3 @min-[700px]:md:grid-cols-[20px_92px_minmax(0,1fr)_minmax(0,150px)_88px_64px] @min-[880px]:md:grid-cols-[20px_92px_minmax(0,1fr)_minmax(0,160px)_88px_64px_132px_68px_24px]';
const FROM_700 = 'md:hidden @min-[700px]:md:flex';
const FROM_880 = 'md:hidden @min-[880px]:md:flex';

interface TaskTableProps {
  readonly browser: Browser<TaskEntry>;
  readonly selection: TaskSelection;
}

export function TaskTable({ browser, selection }: TaskTableProps): ReactNode {
  const warming = useWarming();
  const now = useNow();
  const rowPx = useMediaQuery(WIDE) ? WIDE_ROW_PX : CARD_PX;
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div
        className={cx('hidden h-7 shrink-0 items-center border-line border-b px-3 text-text-2 text-xs md:grid', COLUMNS)}
      >
        <ChooseAll selection={selection} shown={browser.shown.length} />
        <SortHeader browser={browser} name="status" label={t('tasks.status')} />
        <span className="truncate">{t('tasks.task')}</span>
        <SortHeader browser={browser} name="scenario" label={t('tasks.scenario')} />
        <span className={FROM_700}>
          <SortHeader browser={browser} name="findings" label={t('findings.title')} />
        </span>
        <span className={FROM_700}>{t('scenarios.verifiers')}</span>
        <span className={FROM_880}>
          <SortHeader browser={browser} name="pass.agent" label={t('tasks.passRate')} />
        </span>
        <span className={cx(FROM_880, 'justify-end')}>
          <SortHeader browser={browser} name="last-run" label={t('scenarios.last')} end />
        </span>
      </div>
      <VirtualRows
        attach={browser.attachRows}
        label={t('tasks.title')}
        items={browser.shown}
        rowPx={rowPx}
        keyOf={({ id }) => id}
        selected={browser.selected}
        onSelect={browser.select}
        onRange={browser.onRange}
        renderRow={(task, row) => <Row task={task} row={row} warming={warming} browser={browser} selection={selection} now={now} />}
      />
    </div>
  );
}

interface RowProps {
  readonly task: TaskEntry;
  readonly row: RowState;
  readonly warming: Warming;
  readonly browser: Browser<TaskEntry>;
  readonly selection: TaskSelection;
  readonly now: number;
}

function Row({ task, row, warming, browser, selection, now }: RowProps): ReactNode {
  const { scenario, index, verifiers, stats } = task;
  return (
    <div
      className={cx(
        'grid h-full content-center items-center gap-x-3 gap-y-0.5 px-3 text-sm max-md:grid-cols-[minmax(0,1fr)_auto]',
        COLUMNS,
      )}
    >
      <span
        className="relative z-10 max-md:order-5"
        // The box itself does not say whether shift is held.
        onClickCapture={(event) => {
          if (!event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          selection.choose(row.index, true);
        }}
      >
        <Checkbox
          tabIndex={-1}
          checked={selection.isChosen(task.id)}
          onChange={() => selection.choose(row.index, false)}
          label={
            <span className="sr-only">
              {t('tasks.choose', { name: t('tasks.peekTitle', { scenario: scenario.key, index }) })}
            </span>
          }
        />
      </span>
      <span className="max-md:order-2">
        <StatusMark
          status={task.status}
          said={task.said !== null}
          recheck={(task.said?.recheck.length ?? 0) > 0}
        />
      </span>
      <span className="line-clamp-2 leading-[17px] text-text wrap-anywhere max-md:order-3 max-md:col-span-2" title={task.text}>
        {task.text}
      </span>
      <span className="flex min-w-0 flex-col leading-[17px] max-md:order-1 max-md:flex-row max-md:gap-2">
        <RowLink
          href={`/scenarios/${encodeURIComponent(scenario.key)}?task=${String(index)}`}
          scenarioKey={scenario.key}
          row={row}
          warming={warming}
          onFollow={() => browser.follow(row.index)}
        >
          {scenario.key}
        </RowLink>
        <span className="shrink-0 text-text-2">{t('findings.task', { index })}</span>
      </span>
      <span className={cx(FROM_700, 'flex-wrap gap-1 overflow-hidden max-md:order-4 max-md:flex')}>
        {task.slugs.map((slug) => (
          <FindingMark key={slug} slug={slug} />
        ))}
        {task.slugs.length === 0 ? (
          <span className="text-text-2">
            {scenario.findings === null ? t('findings.unchecked') : t('tasks.none')}
          </span>
        ) : null}
      </span>
      <span className={cx(FROM_700, 'whitespace-nowrap text-text-2 max-md:hidden')}>
        <span className="sr-only">{t('scenarios.verifiers')} </span>
        {verifiers.code ? t('scenario.code') : '–'} · {verifiers.sql ? t('scenario.sql') : '–'}
      </span>
      <span className={cx(FROM_880, 'max-md:hidden')}>
        <PassBars human={humanRate(stats)} agent={agentRate(stats)} />
      </span>
      <span className={cx(FROM_880, 'justify-end text-text-2 max-md:hidden')}>
        <LastRun atMs={stats?.lastRunMs ?? null} now={now} />
      </span>
      <span className={cx(FROM_880, 'max-md:hidden')}>
        <PeekButton
          name={t('tasks.peekTitle', { scenario: scenario.key, index })}
          onPeek={() => {
            browser.peekAt(row.index);
          }}
        />
      </span>
    </div>
  );
}

function ChooseAll({
  selection,
  shown,
}: {
  readonly selection: TaskSelection;
  readonly shown: number;
}): ReactNode {
  const { size } = selection.ids;
  return (
    <Checkbox
      checked={size === 0 ? false : size >= shown ? true : 'mixed'}
      onChange={size === 0 ? selection.chooseAll : selection.clear}
      disabled={shown === 0}
      label={<span className="sr-only">{t('tasks.selectShown')}</span>}
    />
  );
}
