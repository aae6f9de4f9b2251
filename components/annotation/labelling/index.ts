export { LabellingScreen } from './labelling-screen.tsx';
