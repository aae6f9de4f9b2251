export const tools = {
  search: 'Search tools',
  placeholder: 'Search {count} tools',
  list: 'Tools',
  none: 'No tool matches “{query}”.',
  change: '{count} tools · change',
  failedTitle: 'The tools did not load',
  what: 'the tools',
} as const;
