import type { RefObject } from 'react';

/** Parts of the drawer, as the address names them. */
export const DRAWER_TABS = ['tables', 'sql', 'comments', 'versions'] as const;
export type DrawerTab = (typeof DRAWER_TABS)[number];

export function drawerTab(named: string | null): DrawerTab | null {
  return DRAWER_TABS.find((tab) => tab === named) ?? null;
}

export interface DrawerProps {
  readonly tab: DrawerTab;
  /** What it stands over. */
  readonly frame: RefObject<HTMLDivElement | null>;
}
