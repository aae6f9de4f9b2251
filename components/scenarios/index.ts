export { ScenarioScreen } from './scenario-screen.tsx';
export { ScenariosScreen } from './scenarios-screen.tsx';
