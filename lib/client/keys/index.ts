export { useKey, useKeyLabel, useWaitingActions } from './use-key.ts';
export type { KeyAction } from './table.ts';
