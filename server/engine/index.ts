export { createBranches, type Branches } from './branches/index.ts';
export { createAudits, type Audits } from './audits/index.ts';
export { createArtifacts, importFrom, openFolder, pullRuns, type Artifacts } from './artifacts/index.ts';
export { createBackgroundCheck, type BackgroundCheck } from './check/index.ts';
export { createStateSearch, type StateSearch } from './state-search/index.ts';
export { createEvidence, type Evidence } from './evidence/index.ts';
export { createJobs, type JobProgress, type Jobs, type JobSpec } from './jobs/index.ts';
export {
  createWorkbench,
  withSavedVerifiers,
  type VersionedDataset,
  type Workbench,
} from './workbench/index.ts';
export { createTasks, watchVerifiers, type Tasks } from './tasks/index.ts';
export { createEngine, sessionsRoot, type EngineOptions } from './engine.ts';
export * from './types.ts';
