import type { queueAdminRoutes } from '../../lib/contracts/annotation/rest-queues.ts';
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
    previewQueueRuns: ({ body }, signal) => queues.preview(body, signal),
    addQueueRuns: ({ params, body }, signal) => queues.addRuns(params.id, body, signal),
    listQueueItems({ params, query: { which, ...page } }) {
      const { items, total } = queues.items(params.id, which, page);
      return { items: [...items], total };
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
