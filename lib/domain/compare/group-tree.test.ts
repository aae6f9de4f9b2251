import { describe, expect, it } from 'vitest';
import { canonicalJson, groupTree, type GroupRun, type GroupStep } from './index.ts';

const step = (seq: number, state: string | null, call = `to ${String(state)}`): GroupStep => ({
  seq,
  toolName: 'tool',
  argumentsJson: null,
  call,
  state,
});

function run(id: string, states: readonly (string | null)[], over: Partial<GroupRun> = {}): GroupRun {
  return {
    id,
    scenario: 'shop',
    taskIdx: 0,
    reward: 1,
    verdict: 'complete',
    policy: null,
    sample: null,
    seed: 's',
    steps: states.map((state, i) => step(i + 1, state)),
    problem: null,
    ...over,
  };
}

describe('a tree of rollouts', () => {
  it('merges what went through the same states, however often they read', () => {
    const tree = groupTree([
      run('a', ['x', 'x', 'y']),
      run('b', ['s', 'x', 'y', 'y']),
      run('c', ['x', 'z'], { reward: -1, verdict: 'others' }),
    ]);
    expect(
      tree.nodes.map(({ state, parent, depth, runs, passed, meanReward }) => [
        state,
        parent,
        depth,
        runs,
        passed,
        meanReward,
      ]),
    ).toEqual([
      ['s', null, 0, 3, 2, 1 / 3],
      ['x', 0, 1, 3, 2, 1 / 3],
      ['y', 1, 2, 2, 2, 1],
      ['z', 1, 2, 1, 0, -1],
    ]);
    expect(tree.runs.map(({ id, leaf }) => [id, leaf])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 3],
    ]);
    expect(tree.nodes[2]).toMatchObject({ witness: { id: 'a', seq: 3 }, calls: [{ count: 2 }] });
  });

  it('names the calls that led to a state, most frequent first, five of them', () => {
    const calls = ['p', 'q', 'q', 'r', 't', 'u', 'v', 'v', 'v'];
    const runs = calls.map((call, i) => run(String(i), [], { steps: [step(1, 'x', call)] }));
    const [, node] = groupTree(runs).nodes;
    expect(node?.calls.map(({ count }) => count)).toEqual([3, 2, 1, 1, 1]);
  });

  it('gives a state that is not known a node of its own', () => {
    const { nodes } = groupTree([run('a', [null, 'y']), run('b', [null, 'y'])]);
    expect(nodes.map(({ state, parent }) => [state, parent])).toEqual([
      ['s', null],
      [null, 0],
      ['y', 1],
      [null, 0],
      ['y', 3],
    ]);
  });

  it('leaves out, with the reason, what is of another task or version, or cannot be told', () => {
    const { runs, left } = groupTree([
      run('a', ['x']),
      run('b', ['x'], { taskIdx: 3 }),
      run('c', ['x'], { seed: 'other' }),
      run('d', ['x'], { problem: 'Look again.' }),
      run('e', ['x']),
    ]);
    expect(runs.map(({ id }) => id)).toEqual(['a', 'e']);
    expect(left.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    expect(left[0]?.message).toContain('task 3');
  });

  it('of nothing is empty', () => {
    expect(groupTree([])).toEqual({ scenario: '', taskIdx: null, runs: [], nodes: [], left: [] });
  });
});

describe('a tree of any rollouts', () => {
  it('adds up: runs, passes and rewards of a node are those of the runs below it', () => {
    let seed = 3;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 16) % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const runs = Array.from({ length: 1 + random(30) }, (_, i) =>
        run(
          String(i),
          Array.from({ length: random(8) }, () => (random(9) === 0 ? null : String(random(3)))),
          {
            reward: random(4) === 0 ? null : random(3) - 1,
            verdict: random(2) === 0 ? 'complete' : 'others',
          },
        ),
      );
      const tree = groupTree(runs);
      expect(tree.runs).toHaveLength(runs.length);
      expect(tree.nodes[0]).toMatchObject({ id: 0, parent: null, runs: runs.length });
      const ends = tree.nodes.map(() => [] as GroupRun[]);
      tree.runs.forEach(({ leaf }, i) => {
        for (let at: number | null = leaf; at !== null; at = tree.nodes[at]?.parent ?? null)
          ends[at]?.push(runs[i] ?? run('?', []));
      });
      tree.nodes.forEach((node, i) => {
        const through = ends[i] ?? [];
        expect(node.id).toBe(i);
        expect(node.parent ?? -1).toBeLessThan(i);
        expect(node.runs).toBe(through.length);
        expect(node.passed).toBe(through.filter(({ verdict }) => verdict === 'complete').length);
        const rewards = through.flatMap(({ reward }) => reward ?? []);
        const mean = rewards.length === 0 ? null : rewards.reduce((a, b) => a + b, 0) / rewards.length;
        if (mean === null) expect(node.meanReward).toBeNull();
        else expect(node.meanReward).toBeCloseTo(mean);
      });
    }
  });
});

describe('calls', () => {
  it('are equal whatever the order of their keys and the spelling of their numbers', () => {
    expect(canonicalJson('{"b":[1.0,"x"],"a":{"d":1e2,"c":null}}')).toBe(
      '{"a":{"c":null,"d":100},"b":[1,"x"]}',
    );
    expect(canonicalJson('{"a":-0}')).toBe(canonicalJson('{"a":0.0}'));
    expect(canonicalJson('[12345678901234567890]')).not.toBe(canonicalJson('[12345678901234567891]'));
    expect(canonicalJson('["1"]')).not.toBe(canonicalJson('[1]'));
    expect(canonicalJson('not json')).toBe('not json');
  });
});
