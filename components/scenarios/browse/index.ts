/** The parts of a filtered list that the browser holds whole, for lists of other features. */
export { type FacetGroup, FacetColumn } from './facet-column.tsx';
export { namedOptions } from './facet-options.ts';
export { ListFrame } from './list-frame.tsx';
export { SortHeader } from './sort-header.tsx';
export { type Browser, useBrowser } from './use-browser.ts';
export { type RowState, VirtualRows } from './virtual-rows.tsx';
