export { ComponentsScreen } from './components-screen.tsx';
