/** Disagreements and their decisions. */
export const adjudicationRoutes = {} as const;
