export { createProjects } from './create-projects.ts';
export type { Projects, SaidOfRun } from './types.ts';
