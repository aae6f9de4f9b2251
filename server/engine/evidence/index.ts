export { createEvidence } from './create-evidence.ts';
export type { Evidence, EvidenceDeps } from './types.ts';
