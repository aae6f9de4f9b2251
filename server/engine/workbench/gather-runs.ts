import { setImmediate as turn } from 'node:timers/promises';
import { splitHalves } from '../../../lib/domain/agreement/index.ts';
import type { TaskRun, VerifierPlace, VerifierShelf } from '../../store/types.ts';
import type { AnsweredState, AnsweredStates } from '../evidence/answered-states.ts';
import type { Cell, RunEntry } from './try-rows.ts';
import type { WorkbenchDeps } from './types.ts';

const PAGE = 200;
/** Work between two turns of the event loop. */
const TURN_MS = 5;

export interface Gathered {
  readonly entries: readonly RunEntry[];
  /** Runs that still go on: left out. */
  readonly running: number;
}

/** All runs of a task, or those named, in order of beginning. */
export async function taskRuns(
  shelf: VerifierShelf,
  place: VerifierPlace,
  ids: readonly string[] | null,
): Promise<TaskRun[]> {
  if (ids !== null) return [...shelf.runsNamed(place, ids)];
  const runs: TaskRun[] = [];
  for (let after = 0; ;) {
    const page = shelf.runs(place, { after, limit: PAGE });
    runs.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return runs;
    after = last.n;
    await turn();
  }
}

/**
 * Ended runs with their states, equal ones (seed, database, answer) shared; `first` before all others. `apart`: nothing is
 * shared between runs.
 */
export async function gatherRuns(
  { store }: Pick<WorkbenchDeps, 'store'>,
  answers: AnsweredStates,
  place: VerifierPlace,
  which: { readonly ids: readonly string[] | null; readonly first: string | null; readonly apart: boolean },
  signal: AbortSignal,
): Promise<Gathered> {
  const all = await taskRuns(store.verifiers, place, which.ids);
  const ended = all.filter(({ ended }) => ended);
  const ordered = [
    ...ended.filter(({ id }) => id === which.first),
    ...ended.filter(({ id }) => id !== which.first),
  ];
  const halfOf = halves(store.verifiers, place, ended);
  const cells = new Map<string, Cell>();
  const entries: RunEntry[] = [];
  let sinceMs = performance.now();
  for (const run of ordered) {
    signal.throwIfAborted();
    const record = store.episode(run.id);
    if (record === undefined) continue;
    const states = answers.of(run.id);
    const mine = states.map((state) => {
      if (state.unavailable !== null) return null;
      const name = which.apart ? `${run.id} ${String(state.seq)}` : nameOf(record.seedHash, state);
      const known = cells.get(name);
      if (known !== undefined) return known;
      const made: Cell = { place: { record, state }, before: undefined, after: undefined };
      cells.set(name, made);
      return made;
    });
    const problem = states.at(-1)?.unavailable?.message ?? null;
    entries.push({ run, half: halfOf(run), cells: mine, problem, revision: 0 });
    if (performance.now() - sinceMs > TURN_MS) {
      await turn();
      sinceMs = performance.now();
    }
  }
  return { entries, running: all.length - ended.length };
}

function nameOf(seedHash: string, { hash, answerName }: AnsweredState): string {
  return `${seedHash} ${hash} ${answerName}`;
}

/** Halves of the labelled runs; groups that are new get theirs here, for good. */
function halves(
  shelf: VerifierShelf,
  { scenario, taskIdx }: VerifierPlace,
  runs: readonly TaskRun[],
): (run: TaskRun) => RunEntry['half'] {
  const parents = new Map(runs.map(({ id, parentId }) => [id, parentId]));
  const labelled = runs.filter(({ label }) => label !== null && label !== 'mixed');
  const counts = new Map<string, number>();
  for (const run of labelled) {
    const group = groupOf(run, parents);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const known = shelf.halves(scenario, taskIdx);
  const fresh = splitHalves(
    [...counts].map(([group, labels]) => ({ group, labels })),
    known,
  );
  shelf.addHalves(scenario, taskIdx, fresh);
  return (run) => {
    if (run.label === null || run.label === 'mixed') return null;
    const group = groupOf(run, parents);
    return (known.get(group) ?? fresh.get(group)) === true ? 'held_out' : 'tuning';
  };
}

/** Rollouts of one group, else a run with all that was forked from it: they share what they began with. */
function groupOf(run: TaskRun, parents: ReadonlyMap<string, string | null>): string {
  if (run.group !== null) return `group ${run.experiment ?? ''} ${run.group}`;
  let root = run.id;
  const seen = new Set<string>();
  for (let parent = run.parentId; parent !== null && !seen.has(parent);) {
    seen.add(parent);
    root = parent;
    parent = parents.get(parent) ?? null;
  }
  return `run ${root}`;
}
