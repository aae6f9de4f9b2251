'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import Link from 'next/link';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { useMediaQuery } from '../../lib/client/use-media-query.ts';
import { cx } from '../ui/cx.ts';
import { FindingsBadge } from './findings-badge.tsx';
import { useWarming } from './use-warming.ts';

/** One line a row where there is room for columns, else two. */
const WIDE = '(min-width: 720px)';
const WIDE_ROW_PX = 32;
const NARROW_ROW_PX = 52;
/** Enough for a fast wheel turn without a blank flash. */
const OVERSCAN = 16;
const COLUMNS =
  'md:grid-cols-[minmax(160px,240px)_minmax(0,1fr)_48px_72px_minmax(72px,120px)_104px] md:gap-x-4';

/** Only the rows in view exist, so 1,000 cost as much as 40. */
export function ScenarioTable({ scenarios }: { readonly scenarios: readonly Scenario[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = useMediaQuery(WIDE) ? WIDE_ROW_PX : NARROW_ROW_PX;
  // Its functions are used in this component only, so there is nothing to go stale.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: scenarios.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    getItemKey: (index) => scenarios[index]?.key ?? index,
  });
  const warming = useWarming();
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div
        aria-hidden="true"
        className={cx(
          'hidden h-6 shrink-0 items-center border-line border-b px-3 text-text-3 text-xs md:grid',
          COLUMNS,
        )}
      >
        <span>{t('scenarios.name')}</span>
        <span>{t('scenarios.description')}</span>
        <span className="text-right">{t('scenarios.tasks')}</span>
        <span className="text-right">{t('scenarios.verifiers')}</span>
        <span>{t('scenarios.pack')}</span>
        <span>{t('scenarios.health')}</span>
      </div>
      <div ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
        <ul
          aria-label={t('scenarios.title')}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const scenario = scenarios[item.index];
            if (scenario === undefined) return null;
            return (
              <li
                key={item.key}
                aria-posinset={item.index + 1}
                aria-setsize={scenarios.length}
                className="absolute inset-x-0"
                style={{ height: rowPx, transform: `translateY(${item.start}px)` }}
              >
                <ScenarioRow scenario={scenario} warming={warming} />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

interface ScenarioRowProps {
  readonly scenario: Scenario;
  readonly warming: ReturnType<typeof useWarming>;
}

function ScenarioRow({ scenario, warming }: ScenarioRowProps): ReactNode {
  const code = scenario.verifiers.filter((verifier) => verifier.code).length;
  // A pack need not describe its scenarios; a task says what kind of app it is.
  const [firstTask = ''] = scenario.tasks;
  const about = scenario.description === '' ? t('scenarios.firstTask', { task: firstTask }) : scenario.description;
  const sql = scenario.verifiers.filter((verifier) => verifier.sql).length;
  return (
    <Link
      href={`/scenarios/${encodeURIComponent(scenario.key)}`}
      prefetch={false}
      onPointerEnter={() => warming.rest(scenario.key)}
      onPointerLeave={warming.leave}
      onFocus={() => warming.rest(scenario.key)}
      onBlur={warming.leave}
      className={cx(
        'grid h-full grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 border-line border-b px-3 hover:bg-surface-2 focus-visible:-outline-offset-2',
        COLUMNS,
      )}
    >
      <span className="truncate font-medium" title={scenario.key}>
        {scenario.key}
      </span>
      <span
        className="truncate text-sm text-text-2 max-md:order-3 max-md:col-span-2"
        title={about}
      >
        {about}
      </span>
      <span className="text-right text-sm max-md:hidden">
        {scenario.tasks.length} <span className="sr-only">{t('scenarios.tasks')}</span>
      </span>
      <span className="text-right text-sm max-md:hidden">
        <span className="sr-only">{t('scenarios.verifiers')} </span>
        {code} · {sql}
      </span>
      <span className="truncate text-sm max-md:hidden" title={scenario.pack}>
        {scenario.pack}
      </span>
      <span className="max-md:order-2">
        <FindingsBadge findings={scenario.findings} />
      </span>
    </Link>
  );
}
