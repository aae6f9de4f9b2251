export const common = {
  loading: 'Loading {what}…',
  retry: 'Try again',
  partFailed: '“{what}” did not load',
  undo: 'Undo',
  cancel: 'Cancel',
  showAll: 'Show all {size}',
  unreachable: 'The server does not answer. Check that it runs; this page tries again by itself.',
  badAnswer: 'The server answered in a form that this page does not understand. Reload the page.',
  missingTitle: 'Nothing is here',
  missingBody: 'No page has this address. It may have been typed wrongly, or what it showed is gone.',
  missingGo: 'Go to the scenarios',
  failedTitle: 'This page failed',
} as const;
