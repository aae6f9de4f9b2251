export { createAgreement } from './create-agreement.ts';
export type { Agreement } from './types.ts';
