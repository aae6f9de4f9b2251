import { describe, expect, it } from 'vitest';
import type { LineageNode } from '../../lib/contracts/branches.ts';
import { lineageLines } from './lineage-lines.ts';

function node(id: string, parent: string | null, seq = 1, startedAtMs = 0): LineageNode {
  return {
    id,
    parent: parent === null ? null : { id: parent, seq },
    origin: parent === null ? 'played' : 'fork',
    actor: 'agent',
    policy: null,
    steps: 3,
    verdict: null,
    startedAtMs,
    endReason: 'done',
  };
}

const drawn = (nodes: readonly LineageNode[]) =>
  lineageLines(nodes).map((line) => '.'.repeat(line.depth) + line.node.id);

describe('lineageLines', () => {
  it('puts each run before its forks, forks by step, then by age', () => {
    const nodes = [
      node('a', null),
      node('b', 'a', 4),
      node('c', 'a', 2, 9),
      node('d', 'a', 2, 5),
      node('e', 'b'),
    ];
    expect(drawn(nodes)).toEqual(['a', '.d', '.c', '.b', '..e']);
  });

  it('draws what has lost its parent as a root, and a deep chain without recursion', () => {
    expect(drawn([node('b', 'gone')])).toEqual(['b']);
    const chain = Array.from({ length: 5_000 }, (_, n) => node(String(n), n === 0 ? null : String(n - 1)));
    expect(lineageLines(chain)).toHaveLength(5_000);
  });
});
