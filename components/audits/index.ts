export { AuditsScreen } from './audits-screen.tsx';
