export { measure } from './measures.ts';
export { suspect } from './suspects.ts';
export { truthOf, type Truth } from './truth.ts';
