import { tokenOf, type PairStep } from './step-token.ts';

/** Pairs of a passed and a failed run of one task that share a prefix and then part. Pure. */

export interface PairRun<S extends PairStep = PairStep> {
  readonly id: string;
  readonly passed: boolean;
  /** Names the first state. */
  readonly seed: string;
  readonly steps: readonly S[];
}

/** What a run did after a prefix. `step` is undefined where it broke off. */
export interface FoundSide<S extends PairStep> {
  readonly run: string;
  readonly step: S | undefined;
  readonly kind: 'call' | 'end';
  /** Runs that did the same there, and how many of them passed. */
  readonly runs: number;
  readonly passed: number;
}

export interface FoundPair<S extends PairStep = PairStep> {
  readonly prefix: number;
  /** Names of the shared steps, first to last. */
  readonly path: readonly string[];
  readonly statesKnown: boolean;
  readonly chosen: FoundSide<S>;
  readonly rejected: FoundSide<S>;
}

interface Node<S extends PairStep> {
  readonly depth: number;
  readonly token: string;
  readonly parent: Node<S> | undefined;
  readonly statesKnown: boolean;
  readonly kind: 'call' | 'end';
  readonly children: Map<string, Node<S>>;
  /** Runs through here by their verdict, in order of coming, with their step. */
  readonly passes: { readonly run: string; readonly step: S | undefined }[];
  readonly fails: { readonly run: string; readonly step: S | undefined }[];
}

/**
 * All pairs, longest prefix first: one of each two actions after a prefix, of the first pass and the first fail that did them. An
 * action is chosen over another only where more of the runs that did it passed, so that no two pairs say the contrary.
 * Calls alone count: asking for a verdict ends a run as `done` does.
 */
export function findPairs<S extends PairStep>(runs: readonly PairRun<S>[]): FoundPair<S>[] {
  const seeds = new Map<string, Node<S>>();
  for (const run of runs) {
    let at = seeds.get(run.seed);
    if (at === undefined) {
      at = grow<S>(undefined, run.seed, 'call', true);
      seeds.set(run.seed, at);
    }
    enter(at, run);
  }
  const found: FoundPair<S>[] = [];
  const nodes = [...seeds.values()];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    nodes.push(...node.children.values());
    found.push(...pairsAt(node));
  }
  return found.sort((a, b) => b.prefix - a.prefix || compare(a, b));
}

function compare<S extends PairStep>(a: FoundPair<S>, b: FoundPair<S>): number {
  const [left, right] = [a, b].map(({ chosen, rejected }) => `${chosen.run} ${rejected.run}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

function enter<S extends PairStep>(seed: Node<S>, run: PairRun<S>): void {
  let at = seed;
  let done = false;
  for (const step of run.steps) {
    if (step.kind === 'verify' || step.kind === 'done') {
      // The answer is part of what ends it.
      at = child(at, `end ${step.call}`, 'end', true);
      note(at, run, step);
      done = true;
      break;
    }
    if (step.kind !== 'call_tool') continue;
    at = child(at, tokenOf(step), 'call', step.state !== null);
    note(at, run, step);
  }
  if (done) return;
  note(child(at, 'broke off', 'end', true), run, undefined);
}

function grow<S extends PairStep>(
  parent: Node<S> | undefined,
  token: string,
  kind: Node<S>['kind'],
  statesKnown: boolean,
): Node<S> {
  return {
    depth: parent === undefined ? 0 : parent.depth + 1,
    token,
    parent,
    kind,
    statesKnown: statesKnown && (parent?.statesKnown ?? true),
    children: new Map(),
    passes: [],
    fails: [],
  };
}

function child<S extends PairStep>(
  parent: Node<S>,
  token: string,
  kind: Node<S>['kind'],
  known: boolean,
): Node<S> {
  const there = parent.children.get(token);
  if (there !== undefined) return there;
  const made = grow(parent, token, kind, known);
  parent.children.set(token, made);
  return made;
}

function note<S extends PairStep>(node: Node<S>, run: PairRun<S>, step: S | undefined): void {
  (run.passed ? node.passes : node.fails).push({ run: run.id, step });
}

function* pairsAt<S extends PairStep>(node: Node<S>): Generator<FoundPair<S>> {
  if (node.children.size < 2) return;
  const actions = [...node.children.values()];
  const path = pathOf(node);
  for (const good of actions)
    for (const bad of actions) {
      const [pass] = good.passes;
      const [fail] = bad.fails;
      if (good === bad || pass === undefined || fail === undefined) continue;
      if (rate(good) <= rate(bad)) continue;
      yield {
        prefix: node.depth,
        path,
        statesKnown: node.statesKnown,
        chosen: side(good, pass),
        rejected: side(bad, fail),
      };
    }
}

function side<S extends PairStep>(
  node: Node<S>,
  { run, step }: { readonly run: string; readonly step: S | undefined },
): FoundSide<S> {
  return {
    run,
    step,
    kind: node.kind,
    runs: node.passes.length + node.fails.length,
    passed: node.passes.length,
  };
}

function rate<S extends PairStep>({ passes, fails }: Node<S>): number {
  return passes.length / (passes.length + fails.length);
}

function pathOf<S extends PairStep>(node: Node<S>): string[] {
  const path: string[] = [];
  for (let at: Node<S> | undefined = node; at !== undefined; at = at.parent) path.push(at.token);
  return path.reverse();
}
