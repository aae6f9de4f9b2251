export { createDatasets } from './create-datasets.ts';
export type * from './types.ts';
