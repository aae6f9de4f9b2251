export { projectHref, type ProjectPlace } from './places.ts';
export { ProjectFrame } from './project-frame.tsx';
