/** Decisions. */
export const adjudication = '';
