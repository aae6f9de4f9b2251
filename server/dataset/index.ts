export { createDataset, type DatasetOptions } from './dataset.ts';
export { HUB_ENDPOINT, PUBLIC_REPO, pullPack } from './hub-pull.ts';
export type { Dataset } from './types.ts';
