export { measure, type Measures } from './measures.ts';
export { suspect, type ListRule, type Suspicion } from './suspects.ts';
export { truthOf, type SaidOfRun, type Truth } from './truth.ts';
