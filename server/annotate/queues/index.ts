export { createQueueDesk } from './queue-desk.ts';
export type { QueueDesk } from './types.ts';
