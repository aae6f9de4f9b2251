import type { GroupTree } from '../../lib/contracts/branches.ts';

export type GroupNode = GroupTree['nodes'][number];
export type GroupRun = GroupTree['runs'][number];

/** A line of the drawn tree. */
export type GroupLine = {
  readonly id: string;
  /** 1-based; a chain without branches stays on one level. */
  readonly level: number;
} & (
  | {
      readonly kind: 'node';
      readonly node: GroupNode;
      /** Null: has nothing under it. */
      readonly open: boolean | null;
      /** Runs that end here. */
      readonly ended: readonly GroupRun[];
    }
  /** Branches that few runs take, folded. */
  | { readonly kind: 'more'; readonly parent: number; readonly branches: number; readonly runs: number }
);

/** Up to so many runs, all of the tree is open at first. */
const ALL_OPEN = 40;
/** Else nodes that this share of all runs goes through. */
const OPEN_SHARE = 0.02;
/** Branches of one node that are drawn before the small ones are folded. */
const BRANCHES = 6;

export interface GroupIndex {
  readonly tree: GroupTree;
  readonly children: ReadonlyMap<number, readonly GroupNode[]>;
  readonly ended: ReadonlyMap<number, readonly GroupRun[]>;
}

export function indexGroup(tree: GroupTree): GroupIndex {
  const children = new Map<number, GroupNode[]>();
  for (const node of tree.nodes) {
    if (node.parent === null) continue;
    const list = children.get(node.parent);
    if (list === undefined) children.set(node.parent, [node]);
    else list.push(node);
  }
  for (const list of children.values()) list.sort((a, b) => b.runs - a.runs || a.id - b.id);
  return { tree, children, ended: Map.groupBy(tree.runs, ({ leaf }) => leaf) };
}

/**
 * The lines of the tree, each node before what is under it. `turned`: nodes whose first state (open where many runs go
 * through) was turned over; `unfolded`: nodes all of whose branches are shown.
 */
export function groupLines(
  { tree, children, ended }: GroupIndex,
  turned: ReadonlySet<number>,
  unfolded: ReadonlySet<number>,
): readonly GroupLine[] {
  const lines: GroupLine[] = [];
  const least = tree.runs.length <= ALL_OPEN ? 0 : Math.max(2, Math.ceil(tree.runs.length * OPEN_SHARE));
  const waiting: GroupLine[] = [];
  const root = tree.nodes[0];
  if (root !== undefined) waiting.push(lineOf(root, 1));
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    lines.push(line);
    if (line.kind === 'more' || line.open !== true) continue;
    const { node } = line;
    const under = children.get(node.id) ?? [];
    const shown = under.length <= BRANCHES + 1 || unfolded.has(node.id) ? under : under.slice(0, BRANCHES);
    const level = under.length > 1 || line.ended.length > 0 ? line.level + 1 : line.level;
    const rest = under.slice(shown.length);
    if (rest.length > 0) {
      const runs = rest.reduce((sum, one) => sum + one.runs, 0);
      const id = `more ${String(node.id)}`;
      waiting.push({ kind: 'more', id, level, parent: node.id, branches: rest.length, runs });
    }
    for (const child of shown.toReversed()) waiting.push(lineOf(child, level));
  }
  return lines;

  function lineOf(node: GroupNode, level: number): GroupLine {
    const has = children.has(node.id);
    const open = has ? node.runs >= least !== turned.has(node.id) : null;
    return { kind: 'node', id: String(node.id), level, node, open, ended: ended.get(node.id) ?? [] };
  }
}

/** The runs that go through a node. */
export function runsThrough({ tree, children }: GroupIndex, node: number): readonly GroupRun[] {
  const below = new Set<number>();
  const waiting = [node];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    below.add(id);
    for (const child of children.get(id) ?? []) waiting.push(child.id);
  }
  return tree.runs.filter(({ leaf }) => below.has(leaf));
}
