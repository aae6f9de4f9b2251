import type { GroupTree, RunPath } from '../../../lib/contracts/branches.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { ChangeSet, Unavailable } from '../../../lib/contracts/evidence.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import type { ChangesQuery, StatePlace, Store } from '../../store/types.ts';

const MAX_PATHS = 6;
const MAX_GROUP = 1_000;

type Runs = Pick<Store, 'branches' | 'episode' | 'runs' | 'states'>;

/** @throws AppError invalid_request, not_found, conflict (runs of several tasks), deadline_exceeded, capacity_reached */
export async function comparePaths(
  { branches, runs }: Runs,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly RunPath[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0 || wanted.length > MAX_PATHS)
    throw new AppError(
      'invalid_request',
      `ids: 1 to ${String(MAX_PATHS)} runs can be compared, not ${String(wanted.length)}.`,
    );
  const rows = wanted.map((id) => {
    const run = runs.get(id);
    if (run === undefined)
      throw new AppError('not_found', `There is no run ${id}; it may have been deleted.`);
    return run;
  });
  const [first] = rows;
  const other = rows.find((run) => run.scenario !== first?.scenario || run.taskIdx !== first.taskIdx);
  if (first !== undefined && other !== undefined)
    throw new AppError(
      'conflict',
      `Runs of one task can be compared: ${short(first.id)} is of ${first.scenario}, task ${String(first.taskIdx)}, ` +
        `${short(other.id)} of ${other.scenario}, task ${String(other.taskIdx)}.`,
    );
  const paths = new Map((await branches.paths(wanted, signal)).map((path) => [path.id, path]));
  return rows.flatMap((run) => {
    const path = paths.get(run.id);
    return path === undefined ? [] : [{ run, seed: path.seed, steps: [...path.steps] }];
  });
}

/** @throws AppError not_found, conflict (not one scenario), deadline_exceeded, capacity_reached */
export async function compareStates(
  store: Runs,
  { from, to }: { readonly from: StatePlace; readonly to: StatePlace },
  page: Omit<ChangesQuery, 'from' | 'to'>,
  signal: AbortSignal | undefined,
): Promise<ChangeSet | Unavailable> {
  const [a, b] = [from, to].map(({ episodeId }) => {
    const record = store.episode(episodeId);
    if (record === undefined)
      throw new AppError('not_found', `There is no run ${episodeId}; it may have been deleted.`);
    return record;
  });
  if (a?.scenario !== b?.scenario)
    throw new AppError(
      'conflict',
      `States of one scenario can be compared: ${short(from.episodeId)} is of ${String(a?.scenario)}, ${short(to.episodeId)} of ${String(b?.scenario)}.`,
    );
  return store.states.changesBetween(from, to, page, signal);
}

/** @throws AppError invalid_request (too many), not_found (selection), deadline_exceeded, capacity_reached */
export async function compareGroup(
  { branches, runs }: Runs,
  target: RunTarget,
  signal: AbortSignal | undefined,
): Promise<GroupTree> {
  const ids = runs.resolve(target);
  if (ids.length > MAX_GROUP)
    throw new AppError(
      'invalid_request',
      `${String(ids.length)} runs are too many for one tree: at most ${String(MAX_GROUP)}. Sample them, or filter for one group.`,
    );
  const tree = await branches.group(ids, signal);
  const there = new Set([...tree.runs, ...tree.left].map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  const left = gone.map((id) => ({ id, message: 'There is no such run; it may have been deleted.' }));
  return { ...tree, left: [...tree.left, ...left] };
}

function short(id: string): string {
  return id.slice(0, 6);
}
