/** Of the frame that all pages of annotation share. */
export const annotate = {
  signInOver: 'Your sign-in is over. What you wrote stays here; sign in again as the same person to go on.',
  title: 'Annotate',
  parts: 'Parts of the project',
  queues: 'Queues',
  schema: 'Schema',
  guidelines: 'Guidelines',
  progress: 'Progress',
  agreement: 'Agreement',
  disagreements: 'Disagreements',
  grading: 'Verifiers',
  pairs: 'Pairs and fixes',
  data: 'Data',
} as const;
