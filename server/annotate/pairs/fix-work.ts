import { AppError } from '../../../lib/contracts/errors.ts';
import type { AnnotationShelf, KeptAssignment } from '../../store/annotation/types.ts';
import type { Projects } from '../projects/index.ts';
import type { FixAssignment, FixWork } from './types.ts';

/** Fix queues as fixes see them. */
export function createFixWork(annotation: AnnotationShelf, projects: Pick<Projects, 'find'>): FixWork {
  const kept = (read: () => KeptAssignment): FixAssignment | undefined => {
    try {
      return assignmentOf(read());
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  };
  return {
    queues: (project) =>
      annotation
        .queues(project)
        .filter(({ kind, state }) => kind === 'fix' && state !== 'closed')
        .map((queue) => ({
          id: queue.id,
          name: queue.name,
          project: queue.project,
          projectName: projects.find(queue.project)?.name ?? '',
        })),
    async send({ queue: id, run, seq, note }) {
      const queue = annotation.queue(id);
      if (queue.kind !== 'fix')
        throw new AppError('invalid_request', `queue: ${queue.name} is no fix queue; choose one that is.`);
      if (queue.state === 'closed')
        throw new AppError('conflict', `${queue.name} is closed; open it again or choose another.`);
      const added = await annotation.addItems(queue, [{ run, fix: { seq, note } }], {
        merge: false,
        again: false,
        perTaskPerDay: null,
        dryRun: false,
        // Nothing was said of a new mistake.
        meansOf: () => null,
      });
      if (added.items === 0)
        throw new AppError('conflict', `${queue.name} has this step already, or its run has not ended.`);
    },
    assignment: (id, person) => kept(() => annotation.assignment(id, person.id)),
    find: (id) => kept(() => annotation.anyAssignment(id)),
  };
}

function assignmentOf(kept: KeptAssignment): FixAssignment | undefined {
  const { item, queue } = kept;
  if (item.fix === null) return undefined;
  return {
    id: kept.id,
    queue: queue.id,
    project: queue.project,
    item: item.id,
    run: item.run,
    seq: item.fix.seq,
    note: item.fix.note,
    person: kept.person,
    name: kept.name,
    open: kept.state === 'reserved' || kept.state === 'returned',
    // What came back is not given in, whatever it said before.
    submittedAtMs: kept.state === 'submitted' ? kept.submittedAtMs : null,
  };
}
