import { hash } from 'node:crypto';
import {
  PAIR_LEFT,
  PAIR_RUNS,
  type PairAction,
  type PairCounts,
  type PairFilters,
  type PairLeft,
  type PairSide,
  type ProvenPair,
} from '../../../lib/contracts/annotation/pairs.ts';
import type { PathStep } from '../../../lib/contracts/branches.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { findPairs, type FoundPair, type FoundSide, type PairRun } from '../../../lib/domain/pairs/index.ts';
import type { Tasks } from '../../engine/tasks/types.ts';
import type { Store } from '../../store/types.ts';
import type { BlindRuns } from '../types.ts';
import { LeftOut, usableRuns, type UsableRun } from './usable-runs.ts';

export interface CollectDeps {
  readonly store: Pick<Store, 'branches' | 'runs' | 'verifiedWith'>;
  readonly tasks: Pick<Tasks, 'list'>;
  /** Of the code verifier that a task has today. */
  readonly verifierHash: (scenario: string, taskIdx: number) => Promise<string | null>;
}

export interface Collected {
  readonly runs: readonly string[];
  readonly counts: PairCounts;
  readonly pairs: readonly ProvenPair[];
}

/** Paths that are read at once. */
const CHUNK = 200;

/**
 * All pairs of a set of runs. @throws AppError invalid_request (too many runs), not_found (selection), deadline_exceeded,
 * capacity_reached
 */
export async function collectPairs(
  deps: CollectDeps,
  target: RunTarget,
  { filters, blind }: { readonly filters: PairFilters; readonly blind: BlindRuns },
  signal?: AbortSignal,
): Promise<Collected> {
  const runs = deps.store.runs.resolve(target);
  if (runs.length > PAIR_RUNS)
    throw new AppError(
      'invalid_request',
      `${String(runs.length)} runs are too many at once: at most ${String(PAIR_RUNS)}. Filter them, or sample some of each task.`,
    );
  const isClean = await cleanTasks(deps.tasks);
  const leftRuns = new LeftOut<PairLeft>();
  const row = (id: string) => deps.store.runs.get(id);
  const tasks = await usableRuns(runs, { filters, blind, isClean, row }, leftRuns);
  const leftPairs = new LeftOut<PairLeft>();
  const pairs: ProvenPair[] = [];
  let used = 0;
  for (const usable of tasks.values()) {
    used += usable.length;
    if (!usable.some(({ passed }) => passed) || usable.every(({ passed }) => passed)) continue;
    signal?.throwIfAborted();
    const found = findPairs(await pathsOf(deps, usable, signal));
    const byId = new Map(usable.map((run) => [run.row.id, run]));
    for (const pair of chooseOf(found, filters, leftPairs)) pairs.push(await proven(deps, pair, byId));
  }
  const left = [
    ...leftRuns.list().map((each) => ({ ...each, of: 'runs' as const })),
    ...leftPairs.list().map((each) => ({ ...each, of: 'pairs' as const })),
  ].sort((a, b) => PAIR_LEFT.indexOf(a.why) - PAIR_LEFT.indexOf(b.why));
  const counts = { runs: runs.length, used, tasks: tasks.size, pairs: pairs.length, left };
  return { runs, counts, pairs };
}

/** Whether nobody has said against a task: what was said of an earlier version of it does not clear it. */
export async function cleanTasks(
  tasks: Pick<Tasks, 'list'>,
): Promise<(scenario: string, taskIdx: number) => boolean> {
  const unclean = new Set(
    (await tasks.list())
      .filter(({ status }) => status === 'suspect' || status === 'quarantined')
      .map(({ scenario, taskIdx }) => `${scenario} ${String(taskIdx)}`),
  );
  return (scenario, taskIdx) => !unclean.has(`${scenario} ${String(taskIdx)}`);
}

async function pathsOf(
  { store }: CollectDeps,
  usable: readonly UsableRun[],
  signal: AbortSignal | undefined,
): Promise<PairRun<PathStep>[]> {
  const passed = new Map(usable.map((run) => [run.row.id, run.passed]));
  const runs: PairRun<PathStep>[] = [];
  for (let start = 0; start < usable.length; start += CHUNK) {
    const ids = usable.slice(start, start + CHUNK).map((run) => run.row.id);
    for (const { id, seed, steps } of await store.branches.paths(ids, signal))
      runs.push({ id, seed, steps, passed: passed.get(id) === true });
  }
  return runs;
}

/** As the filters want them; longest prefix first. */
function chooseOf(
  found: readonly FoundPair<PathStep>[],
  { minPrefix, onePerPrefix, perTask }: PairFilters,
  left: LeftOut<PairLeft>,
): FoundPair<PathStep>[] {
  const prefixes = new Set<string>();
  const chosen: FoundPair<PathStep>[] = [];
  for (const pair of found) {
    const prefix = prefixHash(pair);
    if (pair.prefix < minPrefix) left.add('short_prefix');
    else if (onePerPrefix && prefixes.has(prefix)) left.add('same_prefix');
    else if (chosen.length >= perTask) left.add('over_limit');
    else {
      prefixes.add(prefix);
      chosen.push(pair);
    }
  }
  return chosen;
}

function prefixHash({ path }: FoundPair<PathStep>): string {
  return hash('sha256', JSON.stringify(path), 'hex').slice(0, 32);
}

async function proven(
  deps: CollectDeps,
  pair: FoundPair<PathStep>,
  byId: ReadonlyMap<string, UsableRun>,
): Promise<ProvenPair> {
  const [chosen, rejected] = await Promise.all(
    [pair.chosen, pair.rejected].map((side) => sideOf(deps, side, byId.get(side.run))),
  );
  const row = byId.get(pair.chosen.run)?.row;
  if (chosen === undefined || rejected === undefined || row === undefined)
    throw new AppError('internal', 'A pair is of a run that was not asked for.');
  return {
    scenario: row.scenario,
    taskIdx: row.taskIdx,
    prefix: pair.prefix,
    prefixHash: prefixHash(pair),
    statesKnown: pair.statesKnown,
    chosen,
    rejected,
  };
}

async function sideOf(
  { store, verifierHash }: CollectDeps,
  side: FoundSide<PathStep>,
  usable: UsableRun | undefined,
): Promise<PairSide | undefined> {
  if (usable === undefined) return undefined;
  const { row, regraded, verdict } = usable;
  return {
    run: row.id,
    verdict,
    verifierHash: regraded
      ? await verifierHash(row.scenario, row.taskIdx)
      : (store.verifiedWith(row.id) ?? null),
    label: row.label,
    policy: row.policy,
    checkpoint: row.checkpoint,
    action: actionOf(side),
    runs: side.runs,
    passed: side.passed,
  };
}

function actionOf({ kind, step }: FoundSide<PathStep>): PairAction {
  return {
    seq: step?.seq ?? null,
    kind,
    toolName: step?.toolName ?? null,
    argumentsJson: step?.argumentsJson ?? null,
    httpStatus: step?.httpStatus ?? null,
  };
}
