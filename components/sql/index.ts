export { SqlTab } from './sql-tab.tsx';
