/** Each writes what its text has not written to the page's address yet. */
export const urlWriters = new Set<() => void>();
