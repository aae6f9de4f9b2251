'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { useMediaQuery } from '../../lib/client/use-media-query.ts';
import { useNow } from '../../lib/client/use-now.ts';
import { cx } from '../ui/cx.ts';
import { Known, LastRun, PeekButton, RowLink } from './browse/row-parts.tsx';
import { SortHeader } from './browse/sort-header.tsx';
import type { Browser } from './browse/use-browser.ts';
import { useWarming, type Warming } from './browse/use-warming.ts';
import { type RowState, VirtualRows } from './browse/virtual-rows.tsx';
import { HealthMarks } from './marks/finding-mark.tsx';
import { PassDots } from './marks/pass-rates.tsx';
import { VerdictStrip } from './marks/verdict-strip.tsx';
import type { ScenarioEntry } from './model/entries.ts';

const WIDE = '(min-width: 720px)';
const WIDE_ROW_PX = 28;
const CARD_PX = 72;
/** The list's own width decides: beside an open peek on a small screen the last columns go. */
const COLUMNS =
  'md:grid-cols-[minmax(120px,1fr)_40px_44px_148px_58px] md:gap-x-2 @min-[720px]:md:grid-cols-[minmax(120px,1fr)_40px_44px_148px_58px_104px_58px_minmax(104px,0.4fr)_20px]';
const FROM_720 = 'md:hidden @min-[720px]:md:flex';

export function ScenarioTable({ browser }: { readonly browser: Browser<ScenarioEntry> }): ReactNode {
  const warming = useWarming();
  const now = useNow();
  const isWide = useMediaQuery(WIDE);
  const rowPx = isWide ? WIDE_ROW_PX : CARD_PX;
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div
        className={cx(
          'hidden h-7 shrink-0 items-center border-line border-b px-3 text-text-2 text-xs md:grid',
          COLUMNS,
        )}
      >
        <SortHeader browser={browser} name="name" label={t('scenarios.name')} />
        <SortHeader browser={browser} name="tools" label={t('scenarios.tools')} end />
        <SortHeader browser={browser} name="tables" label={t('scenarios.tables')} end />
        <span className="truncate">{t('scenarios.verdicts')}</span>
        <span className="truncate">{t('scenarios.verifiers')}</span>
        <span className={FROM_720}>
          <SortHeader browser={browser} name="pass.human" label={t('scenarios.pass')}>
            <span aria-hidden="true">
              <span className="text-human">●</span> <span className="text-agent">■</span>
            </span>
          </SortHeader>
        </span>
        <span className={cx(FROM_720, 'justify-end')}>
          <SortHeader browser={browser} name="last-run" label={t('scenarios.last')} end />
        </span>
        <span className={FROM_720}>
          <SortHeader browser={browser} name="findings" label={t('scenarios.health')} />
        </span>
      </div>
      <VirtualRows
        attach={browser.attachRows}
        label={t('scenarios.title')}
        items={browser.shown}
        rowPx={rowPx}
        keyOf={({ id }) => id}
        selected={browser.selected}
        onSelect={browser.select}
        onRange={browser.onRange}
        renderRow={(entry, row) => (
          <Row entry={entry} row={row} warming={warming} browser={browser} now={now} />
        )}
      />
    </div>
  );
}

interface RowProps {
  readonly entry: ScenarioEntry;
  readonly row: RowState;
  readonly warming: Warming;
  readonly browser: Browser<ScenarioEntry>;
  readonly now: number;
}

function Row({ entry, row, warming, browser, now }: RowProps): ReactNode {
  const { scenario, tasks } = entry;
  const code = scenario.verifiers.filter((verifier) => verifier.code).length;
  const sql = scenario.verifiers.filter((verifier) => verifier.sql).length;
  return (
    <div
      className={cx(
        'grid h-full content-center items-center gap-x-3 gap-y-0.5 px-3 text-sm max-md:grid-cols-[minmax(0,1fr)_auto]',
        COLUMNS,
      )}
    >
      <RowLink
        href={`/scenarios/${encodeURIComponent(scenario.key)}`}
        scenarioKey={scenario.key}
        row={row}
        warming={warming}
        onFollow={() => browser.follow(row.index)}
      >
        {scenario.key}
      </RowLink>
      <Cell label={t('scenarios.tools')} className="max-md:hidden">
        <Known value={scenario.toolCount} why={t('scenarios.toolsUnknown')} />
      </Cell>
      <Cell label={t('scenarios.tables')} className="max-md:hidden">
        {scenario.tableCount}
      </Cell>
      <span className="max-md:order-5">
        <VerdictStrip tasks={tasks} />
      </span>
      <span className="whitespace-nowrap text-text-2 max-md:order-6 max-md:justify-self-end">
        <span className="sr-only">{t('scenarios.verifiersSaid', { code, sql })}</span>
        <span aria-hidden="true">
          {code} · {sql}
        </span>
      </span>
      <span className={cx(FROM_720, 'max-md:order-7')}>
        <PassDots human={entry.human} agent={entry.agent} />
      </span>
      <Cell label={t('scenarios.last')} className={cx(FROM_720, 'justify-end max-md:order-8 max-md:hidden')}>
        <LastRun atMs={entry.lastRunMs} now={now} />
      </Cell>
      <span className={cx(FROM_720, 'gap-1 overflow-hidden max-md:order-2 max-md:flex')}>
        <span className="sr-only">{t('scenarios.health')} </span>
        <HealthMarks found={entry.found} health={entry.health} />
      </span>
      <span className={cx(FROM_720, 'max-md:hidden')}>
        <PeekButton
          name={scenario.key}
          onPeek={() => {
            browser.peekAt(row.index);
          }}
        />
      </span>
    </div>
  );
}

function Cell({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={cx('text-right', className)}>
      <span className="sr-only">{label} </span>
      {children}
    </span>
  );
}
