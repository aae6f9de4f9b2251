export { SourceTab } from './source-tab.tsx';
