/** Queues, items, drafts, labels. */
export const annotation = '';
