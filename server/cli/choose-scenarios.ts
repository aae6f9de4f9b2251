import { AppError } from '../../lib/contracts/errors.ts';
import type { Dataset } from '../dataset/index.ts';

/**
 * The keys of the scenarios that are named, or of all, in a fixed order. `to`: what the command does with all of them.
 * @throws AppError not_found
 */
export function chooseScenarios(dataset: Dataset, names: readonly string[], to: 'audit' | 'see'): string[] {
  if (names.length === 0) return dataset.list().map(({ key }) => key);
  return names.map((name) => {
    const summary = dataset.find(name);
    if (summary !== undefined) return summary.key;
    throw new AppError(
      'not_found',
      `There is no scenario '${name}' in the packs. Run without --scenario to ${to} all.`,
    );
  });
}
