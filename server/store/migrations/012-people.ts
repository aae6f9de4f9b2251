/** People, invites, tokens. */
export const people = '';
