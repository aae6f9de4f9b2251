import { describe, expect, it } from 'vitest';
import type { GroupTree } from '../../lib/contracts/branches.ts';
import { groupLines, indexGroup, runsThrough } from './group-lines.ts';

const NONE: ReadonlySet<number> = new Set();

/** `parents[i]` is the parent of node i; `leaves` the nodes where runs end. */
function treeOf(parents: readonly (number | null)[], leaves: readonly number[]): GroupTree {
  const through = parents.map(() => 0);
  for (const leaf of leaves) {
    for (let at: number | null = leaf; at !== null; at = parents[at] ?? null)
      through[at] = (through[at] ?? 0) + 1;
  }
  return {
    scenario: 's',
    taskIdx: 0,
    runs: leaves.map((leaf, n) => ({
      id: `r${String(n)}`,
      reward: 1,
      verdict: 'complete',
      policy: null,
      sample: n,
      leaf,
    })),
    nodes: parents.map((parent, id) => ({
      id,
      parent,
      depth: 0,
      state: `s${String(id)}`,
      calls: [],
      runs: through[id] ?? 0,
      passed: 0,
      meanReward: 1,
      witness: { id: 'r0', seq: id },
    })),
    left: [],
  };
}

const shown = (tree: GroupTree, turned = NONE, unfolded = NONE) =>
  groupLines(indexGroup(tree), turned, unfolded).map((line) => `${'.'.repeat(line.level - 1)}${line.id}`);

describe('groupLines', () => {
  it('indents where paths part, not along a chain', () => {
    // 0 - 1 - 2 ( 3, 4 )
    expect(shown(treeOf([null, 0, 1, 2, 2], [3, 3, 4]))).toEqual(['0', '1', '2', '.3', '.4']);
  });

  it('puts the branch of most runs first, and folds what was turned', () => {
    const tree = treeOf([null, 0, 0, 2], [1, 3, 3]);
    expect(shown(tree)).toEqual(['0', '.2', '.3', '.1']);
    expect(shown(tree, new Set([2]))).toEqual(['0', '.2', '.1']);
  });

  it('folds the small ones of many branches until they are asked for', () => {
    const parents = [null, ...Array.from({ length: 12 }, () => 0)];
    const tree = treeOf(
      parents,
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
    expect(shown(tree)).toHaveLength(1 + 6 + 1);
    expect(shown(tree).at(-1)).toBe('.more 0');
    expect(shown(tree, NONE, new Set([0]))).toHaveLength(13);
  });

  it('opens of 1,000 runs what many go through, and draws a million-fold chain without recursion', () => {
    const parents: (number | null)[] = [null];
    for (let n = 1; n <= 20_000; n += 1) parents.push(n - 1);
    expect(
      shown(
        treeOf(
          parents,
          Array.from({ length: 1_000 }, () => 20_000),
        ),
      ),
    ).toHaveLength(20_001);
    const wide = treeOf(
      [null, 0, 0, 2],
      Array.from({ length: 1_000 }, (_, n) => (n < 995 ? 1 : 3)),
    );
    expect(shown(wide)).toEqual(['0', '.1', '.2']);
  });

  it('knows the runs that go through a node', () => {
    const index = indexGroup(treeOf([null, 0, 0, 2], [1, 3, 2]));
    expect(runsThrough(index, 2).map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(runsThrough(index, 0)).toHaveLength(3);
  });
});
