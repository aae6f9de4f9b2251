export { TablesTab } from './tables-tab.tsx';
