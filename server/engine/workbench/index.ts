export { withSavedVerifiers } from './active-verifiers.ts';
export { createWorkbench } from './create-workbench.ts';
export type { Workbench } from './types.ts';
