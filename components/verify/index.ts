export { VerifyTab } from './verify-tab.tsx';
