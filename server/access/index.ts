export { createLocalAccess, createOpenAccess } from './local-access.ts';
export type { Access } from './types.ts';
