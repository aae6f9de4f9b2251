export { createLocalAccess } from './local-access.ts';
export type { Access } from './types.ts';
