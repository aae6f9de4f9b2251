export { JsonText } from './json-text.tsx';
export { readObservation } from './reading.ts';
