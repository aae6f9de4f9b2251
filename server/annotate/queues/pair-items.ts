import { QUEUE_PAIRS, type PairSource } from '../../../lib/contracts/annotation/queues.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { drawPairs, pairsAmong } from '../../../lib/domain/pairs/index.ts';
import { seededFraction } from '../../store/annotation/index.ts';
import type { NewItem } from '../../store/annotation/types.ts';
import type { Store } from '../../store/types.ts';

type PairStore = Pick<Store, 'runs' | 'training'>;

export interface PairItems {
  /** The first run is the one whose id sorts first: nothing of which is better, or was played first, is in the order. */
  readonly items: readonly (NewItem & { readonly otherRun: string })[];
  readonly runs: number;
  readonly tasks: number;
  /** Runs that have no other of their task. */
  readonly alone: number;
}

/** Pairs that are read of a set at once. */
const PAGE = 500;

/** @throws AppError not_found (set, selection), invalid_request (too many pairs) */
export function pairItems(store: PairStore, source: PairSource): PairItems {
  switch (source.from) {
    case 'set':
      return ofSet(store, source.set);
    case 'runs':
      return ofRuns(store, source);
  }
}

function ofSet({ training: { pairs } }: PairStore, id: string): PairItems {
  const set = pairs.get(id);
  if (set === undefined)
    throw new AppError('not_found', 'There is no such pair set; it may have been removed.');
  checkCount(set.counts.pairs, 'Keep a set of fewer pairs: some of each task, or one of each shared prefix.');
  const items: PairItems['items'][number][] = [];
  const [runs, tasks] = [new Set<string>(), new Set<string>()];
  for (let offset = 0; offset < set.counts.pairs; offset += PAGE)
    for (const { scenario, taskIdx, chosen, rejected } of pairs.page(id, offset, PAGE)) {
      const [run = '', otherRun = ''] = [chosen.run, rejected.run].sort();
      items.push({ run, otherRun });
      runs.add(run).add(otherRun);
      tasks.add(JSON.stringify([scenario, taskIdx]));
    }
  return { items, runs: runs.size, tasks: tasks.size, alone: 0 };
}

function ofRuns(
  { runs }: PairStore,
  { target, perTask, seed }: Extract<PairSource, { from: 'runs' }>,
): PairItems {
  const ids = runs.resolve(target);
  const tasks = new Map<string, string[]>();
  let alone = 0;
  for (const id of ids) {
    const row = runs.get(id);
    if (row === undefined || row.taskIdx === null) {
      alone += 1;
      continue;
    }
    const task = JSON.stringify([row.scenario, row.taskIdx]);
    const known = tasks.get(task);
    if (known === undefined) tasks.set(task, [id]);
    else known.push(id);
  }
  let count = 0;
  for (const of of tasks.values()) {
    if (of.length === 1) alone += 1;
    count += Math.min(perTask ?? Number.POSITIVE_INFINITY, pairsAmong(of.length));
  }
  checkCount(count, 'Take so many of each task at random, or fewer runs.');
  const items = [...tasks].flatMap(([task, of]) => {
    let drawn = 0;
    const random = () => seededFraction(seed, task, (drawn += 1));
    return drawPairs(of, perTask, random).map(([run, otherRun]) => ({ run, otherRun }));
  });
  const compared = [...tasks.values()].filter((of) => of.length > 1).length;
  return { items, runs: ids.length, tasks: compared, alone };
}

function checkCount(pairs: number, todo: string): void {
  if (pairs > QUEUE_PAIRS)
    throw new AppError(
      'invalid_request',
      `These are ${String(pairs)} pairs; a queue takes at most ${String(QUEUE_PAIRS)} at once. ${todo}`,
    );
}
