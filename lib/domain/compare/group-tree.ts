import type { GroupTree } from '../../contracts/branches.ts';

/** Rollouts of a task merged into a tree of states. Pure. */

export interface GroupStep {
  readonly seq: number;
  readonly toolName: string;
  readonly argumentsJson: string | null;
  /** Equal for equal calls. */
  readonly call: string;
  /** Names the state after it; null: not known. */
  readonly state: string | null;
}

export interface GroupRun {
  readonly id: string;
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly reward: number | null;
  readonly verdict: string | null;
  readonly policy: string | null;
  readonly sample: number | null;
  /** Names the first state. */
  readonly seed: string;
  /** Those that may have changed the state, in order. */
  readonly steps: readonly GroupStep[];
  /** Why its states cannot be told (yet). */
  readonly problem: string | null;
}

const MAX_NODES = 20_000;
const SHOWN_CALLS = 5;

interface Growing {
  readonly id: number;
  readonly parent: number | null;
  readonly depth: number;
  readonly state: string | null;
  readonly witness: { readonly id: string; readonly seq: number };
  readonly calls: Map<string, { toolName: string; argumentsJson: string | null; count: number }>;
  runs: number;
  passed: number;
  rewards: number;
  rewarded: number;
}

/**
 * Merges runs by the states that they went through: a step that leaves the state as it was makes no node, one whose state
 * is not known makes a node of its own. Runs of another task or seed than most are left out, with the reason.
 */
export function groupTree(runs: readonly GroupRun[]): GroupTree {
  const left: GroupTree['left'] = [];
  const task = mostOf(runs.map(taskOf));
  const ofTask = runs.filter((run) => taskOf(run) === task);
  const seed = mostOf(ofTask.filter(({ problem }) => problem === null).map((run) => run.seed));
  const tree = new Tree(seed ?? null);
  const merged: GroupTree['runs'] = [];
  for (const run of runs) {
    const why =
      reasonToLeave(run, task, seed) ??
      (tree.isFull ? `The tree has ${String(MAX_NODES)} states already.` : null);
    if (why !== null) {
      left.push({ id: run.id, message: why });
      continue;
    }
    const { id, reward, verdict, policy, sample } = run;
    merged.push({ id, reward, verdict, policy, sample, leaf: tree.add(run) });
  }
  const [first] = ofTask;
  return {
    scenario: first?.scenario ?? '',
    taskIdx: first?.taskIdx ?? null,
    runs: merged,
    nodes: merged.length === 0 ? [] : tree.nodes(),
    left,
  };
}

function taskOf({ scenario, taskIdx }: GroupRun): string {
  return `${scenario} ${String(taskIdx)}`;
}

function reasonToLeave(run: GroupRun, task: string | undefined, seed: string | undefined): string | null {
  if (taskOf(run) !== task)
    return `It is a run of another task (${run.scenario}, task ${String(run.taskIdx)}).`;
  if (run.problem !== null) return run.problem;
  return run.seed === seed ? null : 'It began with another version of the scenario.';
}

/** The most frequent one, the first of them where there are several. */
function mostOf(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

class Tree {
  readonly #nodes: Growing[] = [];
  readonly #children = new Map<string, Growing>();
  readonly #seed: string | null;

  constructor(seed: string | null) {
    this.#seed = seed;
  }

  get isFull(): boolean {
    return this.#nodes.length >= MAX_NODES;
  }

  /** Returns the node where the run ends. */
  add(run: GroupRun): number {
    let at = this.#nodes[0] ?? this.#grow(null, this.#seed, { id: run.id, seq: 0 });
    count(at, run);
    for (const step of run.steps) {
      if (step.state !== null && step.state === at.state) continue;
      at = this.#child(at, run, step);
      count(at, run);
      const call = at.calls.get(step.call) ?? {
        toolName: step.toolName,
        argumentsJson: step.argumentsJson,
        count: 0,
      };
      call.count += 1;
      at.calls.set(step.call, call);
    }
    return at.id;
  }

  nodes(): GroupTree['nodes'] {
    return this.#nodes.map(({ calls, rewards, rewarded, ...node }) => ({
      ...node,
      calls: [...calls.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN_CALLS),
      meanReward: rewarded === 0 ? null : rewards / rewarded,
    }));
  }

  #child(parent: Growing, run: GroupRun, { seq, state }: GroupStep): Growing {
    const name = `${String(parent.id)} ${state ?? `of ${run.id} ${String(seq)}`}`;
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const made = this.#grow(parent, state, { id: run.id, seq });
    this.#children.set(name, made);
    return made;
  }

  #grow(parent: Growing | null, state: string | null, witness: Growing['witness']): Growing {
    const counts = { runs: 0, passed: 0, rewards: 0, rewarded: 0 };
    const depth = parent === null ? 0 : parent.depth + 1;
    const node = {
      id: this.#nodes.length,
      parent: parent?.id ?? null,
      depth,
      state,
      witness,
      calls: new Map(),
      ...counts,
    };
    this.#nodes.push(node);
    return node;
  }
}

function count(node: Growing, { verdict, reward }: GroupRun): void {
  node.runs += 1;
  if (verdict === 'complete') node.passed += 1;
  if (reward === null) return;
  node.rewards += reward;
  node.rewarded += 1;
}
