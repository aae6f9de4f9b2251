import type { DrawerTab } from '../drawer/drawer-tabs.ts';
import type { Submitting } from '../use-submit.ts';

export interface LayoutProps {
  readonly submitting: Submitting;
  readonly tab: DrawerTab | null;
}
