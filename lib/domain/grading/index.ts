export { measure } from './measures.ts';
export { suspect } from './suspects.ts';
