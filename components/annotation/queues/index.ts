export { AddToQueue } from './add-to-queue.tsx';
export { QueuesScreen } from './queues-screen.tsx';
export { RelabelDialog } from './relabel-dialog.tsx';
