export { GuidelinesScreen } from './guidelines-screen.tsx';
