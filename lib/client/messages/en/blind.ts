/** What whoever labels is told in place of what they must not know. */
export const blind = {
  title: 'Hidden: you have it to label',
  label: 'Label it in {queue}',
  queues: 'To your queues',
  reveal: 'The labelling screen can reveal it before you submit; your label then says so.',
  count: '{count} hidden while you label',
} as const;
