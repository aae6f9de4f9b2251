/** Verifiers held against people. */
export const gradingRoutes = {} as const;
