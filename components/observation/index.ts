export { ObservationTab } from './observation-tab.tsx';
