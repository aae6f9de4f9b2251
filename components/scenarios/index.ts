export { ScenarioScreen } from './page/scenario-screen.tsx';
export { ScenariosScreen } from './scenarios-screen.tsx';
export { TasksScreen } from './tasks-screen.tsx';
