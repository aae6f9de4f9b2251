export const cells = {
  empty: 'empty text',
  characters: '{count, plural, one {# character} other {# characters}}',
  copied: 'Copied',
  failed: 'Not copied: the browser refused',
  loadWhole: 'Show all of it: {size}',
  loadFailed: 'It could not be read. Try again.',
  tooLong: 'Longer than 1 MiB: the beginning is shown.',
  sortBy: 'Sort by {column}',
} as const;
