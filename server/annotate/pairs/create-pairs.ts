import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { PairSet } from '../../../lib/contracts/annotation/pairs.ts';
import type { Store } from '../../store/types.ts';
import { collectPairs, type CollectDeps } from './collect-pairs.ts';
import type { Pairs } from './types.ts';

const SAMPLE = 50;

export type PairsDeps = CollectDeps & { readonly store: Pick<Store, 'training'> };

export function createPairs(deps: PairsDeps): Pairs {
  const shelf = deps.store.training.pairs;
  const known = (id: string): PairSet => {
    const set = shelf.get(id);
    if (set === undefined)
      throw new AppError('not_found', 'There is no such pair set; it may have been removed.');
    return set;
  };
  return {
    async preview({ target, ...question }, signal) {
      const { counts, pairs } = await collectPairs(deps, target, question, signal);
      return { counts, sample: pairs.slice(0, SAMPLE) };
    },
    async make({ target, name, project, by, ...question }, signal) {
      const query =
        'selection' in target ? (await deps.store.runs.selection(target.selection, signal)).query : '';
      const { counts, pairs, runs } = await collectPairs(deps, target, question, signal);
      if (pairs.length === 0)
        throw new AppError(
          'conflict',
          'These runs have no pair under these filters; the preview says what was left out and why.',
        );
      const made = {
        id: randomBytes(16).toString('hex'),
        name,
        project,
        filters: question.filters,
        query,
        counts,
        by,
        atMs: Date.now(),
      };
      return shelf.add(made, runs, pairs);
    },
    list: (project) => shelf.list(project),
    get(id, { offset, limit }, blind) {
      const set = known(id);
      if (!blind.empty && shelf.holds(id, (run) => blind.hides(run)))
        throw new AppError(
          'blind',
          'This set holds runs that you have to label, and says of each how it ended. Label or reveal them first.',
        );
      return { set, items: shelf.page(id, offset, limit), total: set.counts.pairs };
    },
    remove(id) {
      if (!shelf.remove(id)) known(id);
    },
  };
}
