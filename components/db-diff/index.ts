export { Blame } from './blame.tsx';
export { ChangesTab } from './changes-tab.tsx';
