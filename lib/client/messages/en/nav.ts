export const nav = {
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  scenarios: 'Scenarios',
  sessions: 'Sessions',
  runs: 'Runs',
  audits: 'Audits',
  settings: 'Settings',
  annotate: 'Annotate',
  compare: 'Compare',
  verifiers: 'Verifiers',
} as const;
