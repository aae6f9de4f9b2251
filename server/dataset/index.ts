export { createDataset, type DatasetOptions } from './dataset.ts';
export { HUB_ENDPOINT, PUBLIC_REPO, pullPack } from './hub-pull.ts';
export { createVerifier } from './hashes.ts';
export type { Dataset, Verifier, VerifierMode } from './types.ts';
