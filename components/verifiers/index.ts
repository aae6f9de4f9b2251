export { VerifiersScreen } from './verifiers-screen.tsx';
export { WorkbenchScreen } from './workbench-screen.tsx';
