export const nav = {
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  scenarios: 'Scenarios',
  sessions: 'Sessions',
  runs: 'Runs',
  settings: 'Settings',
  compare: 'Compare',
  verifiers: 'Verifiers',
} as const;
