export { LogTab } from './log-tab.tsx';
