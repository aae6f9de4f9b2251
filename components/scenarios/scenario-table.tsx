'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import Link from 'next/link';
import { type ReactNode, useRef } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { FindingsBadge } from './findings-badge.tsx';

const ROW_PX = 52;
/** Enough for a fast wheel turn without a blank flash. */
const OVERSCAN = 12;

/** Two lines a row; only the rows in view exist, so 1,000 cost as much as 30. */
export function ScenarioTable({ scenarios }: { readonly scenarios: readonly Scenario[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: scenarios.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => scenarios[index]?.key ?? index,
  });
  return (
    <div ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto bg-surface">
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
              style={{ height: ROW_PX, transform: `translateY(${item.start}px)` }}
            >
              <ScenarioRow scenario={scenario} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ScenarioRow({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const code = scenario.verifiers.filter((verifier) => verifier.code).length;
  const sql = scenario.verifiers.filter((verifier) => verifier.sql).length;
  return (
    <Link
      href={`/scenarios/${encodeURIComponent(scenario.key)}`}
      prefetch={false}
      className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 border-line border-b px-3 hover:bg-surface-2 focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,1fr)_88px_88px_110px_120px]"
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{scenario.key}</span>
        <span className="block truncate text-sm text-text-2">{scenario.description}</span>
      </span>
      <Fact label={t('scenarios.tasks')}>{scenario.tasks.length}</Fact>
      <Fact label={t('scenarios.verifiers')}>
        {code} · {sql}
      </Fact>
      <Fact label={t('scenarios.pack')}>{scenario.pack}</Fact>
      <span className="self-center md:text-right">
        <FindingsBadge findings={scenario.findings} />
      </span>
    </Link>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="hidden min-w-0 self-center md:block">
      <span className="block text-text-3 text-xs">{label}</span>
      <span className="block truncate text-sm">{children}</span>
    </span>
  );
}
