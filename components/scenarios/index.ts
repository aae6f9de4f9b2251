export { ScenariosScreen } from './scenarios-screen.tsx';
