export { createDataset, type DatasetOptions } from './dataset.ts';
export { HUB_ENDPOINT, PUBLIC_REPO, pullPack, type PullEvent, type PullOptions } from './hub-pull.ts';
export type { DatasetLog } from './pack.ts';
export type {
  Dataset,
  GoldSolution,
  PackInfo,
  PackProblem,
  ScenarioSource,
  ScenarioSummary,
  SeedSource,
  TableSource,
  Verifier,
  VerifierMode,
} from './types.ts';
