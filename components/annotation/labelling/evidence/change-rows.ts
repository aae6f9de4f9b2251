import type { ChangeSet, RowChange, TableChange, TableColumn } from '../../../../lib/contracts/evidence.ts';
import { isNamed, type TaskWords } from '../../../../lib/domain/task-words/index.ts';
import { cellText } from '../../../cells/index.ts';

/** Rows and cells that are shown of one step's changes; the rest is in Tables. */
const MOST_ROWS = 12;
const MOST_CELLS = 90;
const MOST_EQUAL = 6;

export interface CellLine {
  /** Position of the column. */
  readonly index: number;
  readonly column: TableColumn;
  /** equal: did not change, and the task names it. */
  readonly kind: 'changed' | 'added' | 'removed' | 'equal';
  readonly named: boolean;
}

export interface RowBlock {
  readonly table: TableChange;
  readonly row: RowChange;
  /** `id 4` */
  readonly name: string;
  readonly lines: readonly CellLine[];
  /** Fields without a value that are left out of an added or removed row. */
  readonly empty: number;
}

/** What is shown of a change set: whole rows, what changed first, then what the task names. */
export function rowBlocks(
  changes: ChangeSet,
  words: TaskWords,
): { readonly blocks: readonly RowBlock[]; readonly left: number } {
  const blocks: RowBlock[] = [];
  let cells = 0;
  for (const table of changes.tables) {
    for (const row of table.rows) {
      if (blocks.length >= MOST_ROWS || cells >= MOST_CELLS) break;
      const block = blockOf(table, row, words);
      cells += block.lines.length;
      blocks.push(block);
    }
  }
  return { blocks, left: changes.inserted + changes.updated + changes.deleted - blocks.length };
}

function blockOf(table: TableChange, row: RowChange, words: TaskWords): RowBlock {
  const name = table.columns
    .flatMap((column, index) => {
      const cell = (row.after ?? row.before)?.[index];
      return column.primaryKey > 0 && cell !== undefined ? [`${column.name} ${cellText(cell)}`] : [];
    })
    .join(', ');
  const lines = table.columns.map((column, index) => ({ column, index, named: isNamed(column.name, words) }));
  if (row.kind === 'updated') {
    const changed = lines.filter(({ index }) => row.changed.includes(index));
    const equal = lines
      .filter(({ index, named }) => named && !row.changed.includes(index))
      .slice(0, MOST_EQUAL);
    const rank = ({ named, column }: (typeof lines)[number]): number =>
      column.rowTimestamp ? 2 : named ? 0 : 1;
    return {
      table,
      row,
      name,
      empty: 0,
      lines: [
        ...changed.sort((a, b) => rank(a) - rank(b)).map((line) => ({ ...line, kind: 'changed' as const })),
        ...equal.map((line) => ({ ...line, kind: 'equal' as const })),
      ],
    };
  }
  const cells = row.after ?? row.before ?? [];
  const filled = lines.filter(({ index }) => (cells[index] ?? null) !== null);
  const kind = row.kind === 'inserted' ? ('added' as const) : ('removed' as const);
  return {
    table,
    row,
    name,
    empty: lines.length - filled.length,
    lines: filled.map((line) => ({ ...line, kind })),
  };
}
