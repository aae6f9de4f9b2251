/** Labels as training data. */
export const datasetsRoutes = {} as const;
