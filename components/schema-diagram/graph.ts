import type { TableInfo } from '../../lib/contracts/evidence.ts';

/** Pixels at zoom 1: the drawing's text is 12 px in the code font, 7.25 px a character. */
export const HEAD_PX = 26;
export const LINE_PX = 18;
const CHAR_PX = 7.25;
const PADDING_PX = 20;
const MARK_CHARS = 3;
/** `12 more columns` */
const MORE_CHARS = 15;
const MIN_PX = 120;
const MAX_PX = 300;

export interface BoxColumn {
  readonly name: string;
  readonly type: string;
  readonly primary: boolean;
  readonly references: string | null;
}

/** A table as it is drawn: its key columns, and how many more it has. */
export interface Box {
  readonly name: string;
  readonly columns: readonly BoxColumn[];
  readonly more: number;
  readonly width: number;
  readonly height: number;
}

/** A foreign key: from a column's line to the other table's head. */
export interface Link {
  readonly id: string;
  readonly from: string;
  /** Index in the box's columns. */
  readonly line: number;
  readonly to: string;
}

export interface Graph {
  readonly boxes: readonly Box[];
  readonly links: readonly Link[];
}

/** Tables and foreign keys to draw; views, which have neither, are left out. A key to a table that is not there has no line. */
export function toGraph(tables: readonly TableInfo[]): Graph {
  const drawn = tables.filter(({ kind }) => kind !== 'view');
  const byLower = new Map(drawn.map(({ name }) => [name.toLowerCase(), name]));
  const boxes = drawn.map((table) => toBox(table, byLower));
  const links = boxes.flatMap((box) =>
    box.columns.flatMap(({ name, references }, line) =>
      references === null ? [] : [{ id: `${box.name}.${name}`, from: box.name, line, to: references }],
    ),
  );
  return { boxes, links };
}

function toBox(table: TableInfo, byLower: ReadonlyMap<string, string>): Box {
  const keys = table.columns.filter(({ primaryKey, references }) => primaryKey > 0 || references !== null);
  const columns = keys.map(({ name, type, primaryKey, references }) => ({
    name,
    type,
    primary: primaryKey > 0,
    references: references === null ? null : (byLower.get(references.table.toLowerCase()) ?? null),
  }));
  const more = table.columns.length - columns.length;
  const longest = Math.max(
    MORE_CHARS,
    table.name.length + 6,
    ...columns.map(({ name, type }) => name.length + type.length + 2),
  );
  const lines = columns.length + (more > 0 ? 1 : 0);
  return {
    name: table.name,
    columns,
    more,
    width: Math.min(MAX_PX, Math.max(MIN_PX, Math.ceil((longest + MARK_CHARS) * CHAR_PX + PADDING_PX))),
    height: HEAD_PX + lines * LINE_PX + 6,
  };
}

/** Tables that a foreign key joins with this one, in either direction. */
export function neighboursOf(graph: Graph, name: string): ReadonlySet<string> {
  return new Set(graph.links.flatMap(({ from, to }) => (from === name ? [to] : to === name ? [from] : [])));
}
