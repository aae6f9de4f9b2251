export { Blame } from './blame.tsx';
export { StatesGrid } from './change-grid.tsx';
export { ChangesFoot } from './foot.tsx';
export { ChangesBetween } from './changes-between.tsx';
export { ChangesTab } from './changes-tab.tsx';
