export { AddTaskRuns } from './add-task-runs.tsx';
export { AddToQueue } from './add-to-queue.tsx';
export { CreateQueue } from './create-queue.tsx';
export { QueuesScreen } from './queues-screen.tsx';
export { RelabelDialog } from './relabel-dialog.tsx';
