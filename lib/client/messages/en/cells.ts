export const cells = {
  empty: 'empty text',
  characters: '{count, plural, one {# character} other {# characters}}',
  copied: 'Copied',
  failed: 'Not copied: the browser refused',
} as const;
