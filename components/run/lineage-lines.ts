import type { LineageNode } from '../../lib/contracts/branches.ts';

export interface LineageLine {
  readonly node: LineageNode;
  /** Forks from the root on. */
  readonly depth: number;
}

/** The tree line by line, each run before those that were forked from it, forks by step and age. */
export function lineageLines(nodes: readonly LineageNode[]): readonly LineageLine[] {
  const known = new Set(nodes.map(({ id }) => id));
  const children = new Map<string, LineageNode[]>();
  const roots: LineageNode[] = [];
  for (const node of nodes) {
    const parent = node.parent?.id;
    if (parent === undefined || !known.has(parent)) roots.push(node);
    else children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  const lines: LineageLine[] = [];
  const waiting = roots.toReversed().map((node) => ({ node, depth: 0 }));
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    const { node, depth } = line;
    lines.push(line);
    const forks = (children.get(node.id) ?? []).toSorted(
      (a, b) => (b.parent?.seq ?? 0) - (a.parent?.seq ?? 0) || b.startedAtMs - a.startedAtMs,
    );
    for (const fork of forks) waiting.push({ node: fork, depth: depth + 1 });
  }
  return lines;
}
