import { AppError } from '../../lib/contracts/errors.ts';
import type { labellingRoutes } from '../../lib/contracts/annotation/rest-labelling.ts';
import type { queueAdminRoutes } from '../../lib/contracts/annotation/rest-queues.ts';
import type { Handlers } from './rest.ts';

function none(): never {
  throw new AppError('not_found', 'There is no such queue or assignment.');
}

export function queueHandlers(): Pick<
  Handlers,
  keyof typeof queueAdminRoutes | keyof typeof labellingRoutes
> {
  return {
    createQueue: none,
    listQueues: () => ({ items: [] }),
    getQueue: none,
    changeQueue: none,
    previewQueueRuns: none,
    addQueueRuns: none,
    listQueueItems: none,
    removeQueueItems: none,
    setGold: none,
    setQueueMembers: none,
    returnLabel: none,
    releaseReservation: none,
    retryOnboarding: none,
    makeRelabelQueue: none,
    listMyQueues: () => ({ items: [] }),
    nextItem: none,
    listMySubmissions: none,
    getAssignment: none,
    saveDraft: none,
    renewReservation: none,
    submitLabel: none,
    skipItem: none,
    reopenItem: none,
    undoSubmit: none,
    revealItem: none,
    addComment: none,
    removeComment: none,
  };
}
