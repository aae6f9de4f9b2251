import type { TaskHashes, TaskPart, TaskStatusEntry } from '../../../lib/contracts/task-statuses.ts';
import type { KeptStatus } from '../../store/types.ts';
import { changedParts, taskHash } from './task-hashes.ts';

/**
 * Today's word on each task of a scenario. What was said of a task with these very hashes holds, wherever it stood in the
 * pack then; else what was last said at its place, to be looked at again.
 *
 * @param said the last word on each task as it was then, in order of being said
 */
export function matchStatuses(
  scenario: string,
  said: readonly KeptStatus[],
  tasks: readonly TaskHashes[],
): Map<number, TaskStatusEntry> {
  const today = tasks.map(taskHash);
  const isToday = new Set(today);
  const entries = new Map<number, TaskStatusEntry>();
  tasks.forEach((hashes, taskIdx) => {
    const same = said.filter(({ hash }) => hash === today[taskIdx]);
    // Two tasks that are equal in every part have each its own word.
    const here = same.findLast((status) => status.taskIdx === taskIdx) ?? same.at(-1);
    const last = here ?? said.findLast((status) => status.taskIdx === taskIdx && !isToday.has(status.hash));
    if (last !== undefined)
      entries.set(taskIdx, entryOf(scenario, taskIdx, last, changedParts(last.hashes, hashes)));
  });
  return entries;
}

export function entryOf(
  scenario: string,
  taskIdx: number,
  { status, reason, evidence, by, atMs }: KeptStatus,
  recheck: TaskPart[],
): TaskStatusEntry {
  return { scenario, taskIdx, status, reason, evidence: [...evidence], by, atMs, recheck };
}
