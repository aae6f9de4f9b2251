export { useKey, useKeyLabel } from './use-key.ts';
export type { KeyAction } from './table.ts';
