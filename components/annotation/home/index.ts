export { AnnotateScreen } from './annotate-screen.tsx';
