export { createProjects } from './create-projects.ts';
export type { GivenLabel, Projects } from './types.ts';
