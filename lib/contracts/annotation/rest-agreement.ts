/** Agreement between annotators, and the lead’s page. */
export const agreementRoutes = {} as const;
