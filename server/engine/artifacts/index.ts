export { createArtifacts } from './create-artifacts.ts';
export { UPLOAD_LIMITS } from './limits.ts';
export type { Artifacts } from './types.ts';
