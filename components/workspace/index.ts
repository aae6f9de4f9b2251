export { ForkButton } from './fork-button.tsx';
export { ObservePane } from './observe-pane.tsx';
export { PartFailed } from './part-failed.tsx';
export { SplitPanes } from './split-panes.tsx';
export { type Pane, useStepKeys } from './use-step-keys.ts';
export { useTravel } from './use-travel.ts';
