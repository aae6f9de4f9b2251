export const ui = {
  added: 'added',
  modified: 'modified',
  removed: 'removed',
  was: 'was',
  now: 'now',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  copy: 'Copy',
  shownOf: '{shown} of {count} characters',
  showMore: 'Show more',
} as const;
