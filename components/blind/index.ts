export { FailedLine } from './failed-line.tsx';
export { isBlind } from './is-blind.ts';
export { FailedNotice } from './failed-notice.tsx';
export { HiddenCount } from './hidden-count.tsx';
