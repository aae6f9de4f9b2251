export { GradingScreen } from './grading-screen.tsx';
