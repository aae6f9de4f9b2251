export { outcomesHref } from './outcomes-href.ts';
export { OutcomesPanel } from './outcomes-panel.tsx';
export { RunOutcome } from './run-outcome.tsx';
