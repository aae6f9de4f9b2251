/** Preference pairs and fixes. */
export const pairs = '';
