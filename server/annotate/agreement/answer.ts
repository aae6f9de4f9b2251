import { AppError } from '../../../lib/contracts/errors.ts';
import { breakdown } from './breakdown.ts';
import { driftOf } from './drift-of.ts';
import { eligible } from './eligible.ts';
import { measuresOf, sectionMeasure, type Measure } from './measures.ts';
import { overview } from './overview.ts';
import { progress } from './progress.ts';
import { confusion, rated } from './rated.ts';
import { tableOf } from './table.ts';
import type { AgreementAnswers, AgreementTask, ProjectData } from './types.ts';

/**
 * One question, answered from a project's data. Pure.
 * @throws AppError not_found: no version of the schema asks for such a measure
 */
export function answerOf(
  data: ProjectData,
  hidden: ReadonlySet<string>,
  task: AgreementTask,
): AgreementAnswers[AgreementTask['of']] {
  if (task.of === 'progress') return progress(data, task.nowMs);
  if (task.of === 'overview') return overview(data, hidden, task.filter);
  const { schemas } = data;
  const { tolerance } = task.filter;
  const { labels } = eligible(data, hidden, task.filter);
  const measure = measureOf(task.measure, data);
  if (task.of === 'breakdown')
    return { rows: breakdown({ labels, schemas, measure, tolerance, by: task.by }) };
  const table = tableOf(measure, labels, schemas, tolerance);
  switch (task.of) {
    case 'confusion':
      return confusion(table, task, schemas);
    case 'rated':
      return rated(table, task);
    case 'drift':
      return driftOf(table, task.person, task.windows);
  }
}

function measureOf(id: string, { schemas }: ProjectData): Measure {
  if (id.startsWith('section:')) return sectionMeasure(id.slice('section:'.length));
  const found = measuresOf(schemas).find((measure) => measure.id === id);
  if (found === undefined)
    throw new AppError('not_found', `No version of this project's schema asks for '${id}'.`);
  return found;
}
