export { createTasks } from './create-tasks.ts';
export type { Tasks } from './types.ts';
export { watchVerifiers } from './watch-verifiers.ts';
