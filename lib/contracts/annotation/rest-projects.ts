/** Projects with their schemas and guidelines. */
export const projectsRoutes = {} as const;
