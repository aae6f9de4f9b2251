export { JsonText } from './json-text.tsx';
