export { KeepingSection } from './keeping-section.tsx';
