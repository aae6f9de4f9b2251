export { SessionScreen } from './session-screen.tsx';
