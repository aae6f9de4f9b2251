export const nav = {
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  scenarios: 'Scenarios',
  sessions: 'Sessions',
  settings: 'Settings',
} as const;
