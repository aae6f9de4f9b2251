/** Preference pairs and fixes. */
export const pairsRoutes = {} as const;
