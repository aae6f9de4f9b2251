export const nav = {
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  scenarios: 'Scenarios',
  sessions: 'Sessions',
} as const;
