import { AppError } from '../../lib/contracts/errors.ts';
import type { QueueItem } from '../../lib/contracts/annotation/queue-admin.ts';
import type { queueAdminRoutes } from '../../lib/contracts/annotation/rest-queues.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

type QueueHandlers = Pick<Handlers, keyof typeof queueAdminRoutes>;

/** Queues as a lead makes and watches them. */
export function queueHandlers({ queues, access }: Pick<HttpContext, 'queues' | 'access'>): QueueHandlers {
  const toldTo = (item: QueueItem, blind: BlindRuns) => withoutHidden(item, blind, access.accounts);
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
    addQueueRuns: ({ params, body }) => queues.addRuns(params.id, body),
    makePairQueue: ({ body, who }, signal) => queues.createOfPairs(body, who, signal),
    addQueuePairs: ({ params, body }, signal) => queues.addPairs(params.id, body, signal),
    listQueueItems({ params, query: { which, ...page }, blind }) {
      const { items, total } = queues.items(params.id, which, page);
      return { items: items.map((item) => toldTo(item, blind)), total };
    },
    removeQueueItems: ({ params, body, who }) => ({
      removed: queues.removeItems(params.id, body.items, who),
    }),
    setGold: ({ params, body, blind }) =>
      toldTo(queues.setGold(params.id, params.item, body.gold, body.why), blind),
    setQueueMembers: ({ params, body }) => queues.changeMembers(params.id, body.add, body.remove),
    returnLabel: ({ params, body, blind }) => toldTo(queues.returnLabel(params.id, body.note), blind),
    releaseReservation: ({ params, blind }) => toldTo(queues.release(params.id), blind),
    retryOnboarding: ({ params, body }) => queues.retryOnboarding(params.id, body.person),
    makeRelabelQueue: ({ params, body, who }) => queues.relabel(params.id, body, who),
  };
}

/**
 * Who administers a queue and labels for it sees how far an item is, and nothing of what others said of it; with accounts not the ids of
 * its runs either, which are the key to them for who is signed out.
 */
function withoutHidden(item: QueueItem, blind: BlindRuns, accounts: boolean): QueueItem {
  const runs = [item.run, item.otherRun, ...item.identical];
  if (!runs.some((run) => run !== null && blind.hides(run))) return item;
  const assignments = item.assignments.map((one) => ({
    ...one,
    outcome: null,
    preference: null,
    skipReason: null,
    returnNote: null,
  }));
  const told = { ...item, gold: null, goldWhy: '', assignments };
  return accounts ? { ...told, run: null, otherRun: null, identical: [] } : told;
}
