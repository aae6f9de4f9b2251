export { projectHref } from './places.ts';
export { ProjectFrame } from './project-frame.tsx';
