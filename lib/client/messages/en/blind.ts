/** What whoever labels is told in place of what they must not know. */
export const blind = {
  title: 'Hidden: you have it to label',
  decideTitle: 'Hidden: you have it to decide',
  bothTitle: 'Hidden: you have it to label or to decide',
  decide: 'To the disagreement in hand ({item})',
  revealDecision: 'The screen of the disagreement can reveal it, or give it back.',
  label: 'Label it in {queue}',
  queues: 'To your queues',
  reveal: 'The labelling screen can reveal it before you submit; your label then says so.',
  count: '{count} hidden while you label or decide',
} as const;
