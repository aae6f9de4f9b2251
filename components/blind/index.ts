export { BlindNotice, isBlind } from './blind-notice.tsx';
export { HiddenCount } from './hidden-count.tsx';
