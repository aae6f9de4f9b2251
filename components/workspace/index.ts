export { ForkButton } from './fork-button.tsx';
export { layoutStore } from './layout-store.ts';
export { ObservePane } from './observe-pane.tsx';
export { PartFailed } from './part-failed.tsx';
export { SplitPanes } from './split-panes.tsx';
export { focusPane, type Pane, useStepKeys } from './use-step-keys.ts';
export { type Travel, useTravel } from './use-travel.ts';
