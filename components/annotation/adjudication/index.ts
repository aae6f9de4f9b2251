export { DisagreementsScreen } from './disagreements-screen.tsx';
