import { type ComponentType, useEffect } from 'react';
import type { Viewed } from '../../lib/client/viewed.ts';
import { whenIdle } from '../../lib/client/when-idle.ts';
import { createLazyPart, type LazyPart } from '../ui/lazy-part.ts';

export const OBSERVE_TABS = ['observation', 'changes', 'tables', 'sql', 'log', 'source', 'verify'] as const;
export type ObserveTab = (typeof OBSERVE_TABS)[number];

type TabBody = LazyPart<ComponentType<{ readonly viewed: Viewed }>>;

/** Each is loaded when it is first looked at. */
export const TAB_BODIES: Readonly<Record<ObserveTab, TabBody>> = {
  observation: createLazyPart(async () => (await import('./walk-tabs.ts')).ObservationTab),
  changes: createLazyPart(async () => (await import('./walk-tabs.ts')).ChangesTab),
  tables: createLazyPart(async () => (await import('./walk-tabs.ts')).TablesTab),
  sql: createLazyPart(async () => (await import('../sql/index.ts')).SqlTab),
  log: createLazyPart(async () => (await import('../step-log/index.ts')).LogTab),
  source: createLazyPart(async () => (await import('../source/index.ts')).SourceTab),
  verify: createLazyPart(async () => (await import('../verify/index.ts')).VerifyTab),
};

/** The page's own load goes first. */
const AHEAD_AFTER_MS = 500;

/** A walk through the steps shows now what was written, now what came back: once the first tab is there, so are these. */
export function useTabsAhead(shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    let cancel: (() => void) | undefined;
    const timer = setTimeout(() => {
      cancel = whenIdle(() => {
        TAB_BODIES.observation.preload();
        TAB_BODIES.changes.preload();
      });
    }, AHEAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      cancel?.();
    };
  }, [shown]);
}

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
