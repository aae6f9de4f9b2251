import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { Viewed } from '../../lib/client/viewed.ts';

export const OBSERVE_TABS = ['observation', 'changes', 'tables', 'sql', 'log', 'source', 'verify'] as const;
export type ObserveTab = (typeof OBSERVE_TABS)[number];

type TabBody = LazyExoticComponent<ComponentType<{ readonly viewed: Viewed }>>;

/** Each is loaded when it is first looked at. */
export const TAB_BODIES: Readonly<Record<ObserveTab, TabBody>> = {
  observation: lazy(async () => ({ default: (await import('../observation/index.ts')).ObservationTab })),
  changes: lazy(async () => ({ default: (await import('../db-diff/index.ts')).ChangesTab })),
  tables: lazy(async () => ({ default: (await import('../tables/index.ts')).TablesTab })),
  sql: lazy(async () => ({ default: (await import('../sql/index.ts')).SqlTab })),
  log: lazy(async () => ({ default: (await import('../step-log/index.ts')).LogTab })),
  source: lazy(async () => ({ default: (await import('../source/index.ts')).SourceTab })),
  verify: lazy(async () => ({ default: (await import('../verify/index.ts')).VerifyTab })),
};

/** What baseline play does not show. */
const HIDDEN: ReadonlySet<string> = new Set(['source', 'verify']);

export function tabsFor({ hidden }: Viewed): readonly ObserveTab[] {
  return hidden ? OBSERVE_TABS.filter((tab) => !HIDDEN.has(tab)) : OBSERVE_TABS;
}

/** The tab that the URL names; else what says most of the state: what was written, what came back, or the tables. */
export function tabOf(named: string | null, viewed: Viewed): ObserveTab {
  const tab = tabsFor(viewed).find((one) => one === named);
  if (tab !== undefined) return tab;
  if (viewed.step === null) return 'tables';
  return viewed.step.wrote ? 'changes' : 'observation';
}
