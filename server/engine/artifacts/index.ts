export { createArtifacts } from './create-artifacts.ts';
export { importFrom, sendFrom } from './import-from.ts';
export { pullRuns } from './pull.ts';
export { UPLOAD_LIMITS } from './limits.ts';
export type { Artifacts } from './types.ts';
