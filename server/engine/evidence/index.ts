export { createEvidence } from './create-evidence.ts';
export type { Evidence } from './types.ts';
