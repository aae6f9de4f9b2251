export { JsonText } from './json-text.tsx';
export { readObservation } from './reading.ts';
export { tokenizeJson } from './tokens.ts';
