export const sessions = {
  title: 'Sessions',
  what: 'your sessions',
  failedTitle: 'The sessions did not load',
  emptyTitle: 'No session is live',
  emptyBody: 'Open a scenario and play one of its tasks: the session then stands here until it ends.',
  open: 'Choose a scenario',
  session: 'Session',
  noScenario: 'no scenario yet',
} as const;
