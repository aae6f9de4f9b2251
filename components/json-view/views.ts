export type { TreeLine } from './json-document.ts';
export type { Summary } from './json-host.ts';
export { createLocalSource, type JsonSource } from './json-source.ts';
export { JsonTable } from './json-table.tsx';
export { JsonTree } from './json-tree.tsx';
export { createLargeSource } from './large-source.ts';
export { TextSlices } from './text-slices.tsx';
export { isDateTime } from './tree-line.tsx';
export { useSourceState } from './use-json-source.ts';
