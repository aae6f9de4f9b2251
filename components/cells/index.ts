export { cellKind, cellText, deltaText, isCut, isNumber, isNumericColumn, toCsv } from './cell-text.ts';
export { CellValue } from './cell-value.tsx';
export { CopyButton } from './copy-button.tsx';
export { DataGrid, type GridColumn } from './data-grid.tsx';
export { ReferenceValue, rowsWhere } from './reference.tsx';
export { useRovingGrid } from './use-roving-grid.ts';
export { useWidth } from './use-size.ts';
export { useWholeCell } from './use-whole-cell.ts';
export { LoadWhole, WholeValue } from './whole-value.tsx';
