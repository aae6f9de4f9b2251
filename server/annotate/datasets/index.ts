export { createDatasets } from './create-datasets.ts';
export { writeExport } from './write-export.ts';
export type * from './types.ts';
