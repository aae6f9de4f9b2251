/** Who is there: people, invites, tokens, signing in and out. */
export const peopleRoutes = {} as const;
