export { createProjects } from './create-projects.ts';
export type { GivenLabel, Projects, SaidOfRun } from './types.ts';
