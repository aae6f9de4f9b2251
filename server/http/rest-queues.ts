import { AppError } from '../../lib/contracts/errors.ts';
import type { QueueItem } from '../../lib/contracts/annotation/queue-admin.ts';
import type { queueAdminRoutes } from '../../lib/contracts/annotation/rest-queues.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

type QueueHandlers = Pick<Handlers, keyof typeof queueAdminRoutes>;

/** Queues as a lead makes and watches them. */
export function queueHandlers({ queues }: Pick<HttpContext, 'queues'>): QueueHandlers {
  return {
    createQueue: ({ body, who }, signal) => queues.create(body, who, signal),
    listQueues: ({ query }) => ({ items: [...queues.list(query.project)] }),
    getQueue: ({ params }) => queues.get(params.id),
    changeQueue: ({ params, body }, signal) => queues.change(params.id, body, signal),
    previewQueueRuns({ body, blind }, signal) {
      // How many runs a filter finds tells of those that it finds.
      if (body.source.from === 'view' && !blind.empty)
        throw new AppError(
          'blind',
          'A preview of a filter counts runs that you have to label. Select runs instead, or label or reveal them first.',
        );
      return queues.preview(body, signal);
    },
    addQueueRuns: ({ params, body }, signal) => queues.addRuns(params.id, body, signal),
    listQueueItems({ params, query: { which, ...page }, blind }) {
      const { items, total } = queues.items(params.id, which, page);
      return { items: items.map((item) => withoutLabels(item, blind)), total };
    },
    removeQueueItems: ({ params, body, who }) => ({
      removed: queues.removeItems(params.id, body.items, who),
    }),
    setGold: ({ params, body }) => queues.setGold(params.id, params.item, body.gold, body.why),
    setQueueMembers: ({ params, body }) => queues.changeMembers(params.id, body.add, body.remove),
    returnLabel: ({ params, body }) => queues.returnLabel(params.id, body.note),
    releaseReservation: ({ params }) => queues.release(params.id),
    retryOnboarding: ({ params, body }) => queues.retryOnboarding(params.id, body.person),
    makeRelabelQueue: ({ params, body, who }, signal) => queues.relabel(params.id, body, who, signal),
  };
}

/** Who administers a queue and labels for it sees how far an item is, and nothing of what others said of it. */
function withoutLabels(item: QueueItem, blind: BlindRuns): QueueItem {
  const runs = [item.run, ...(item.otherRun === null ? [] : [item.otherRun]), ...item.identical];
  if (!runs.some((run) => blind.hides(run))) return item;
  const assignments = item.assignments.map((one) => ({
    ...one,
    outcome: null,
    skipReason: null,
    returnNote: null,
  }));
  return { ...item, gold: null, goldWhy: '', assignments };
}
