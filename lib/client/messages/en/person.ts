export const person = {
  title: 'You',
  name: 'Your name',
  hint: 'It signs your notes, labels and statuses. Nobody checks it.',
  refused: 'This browser keeps nothing: the name lasts as long as the page.',
  first: 'Say your name first: it signs what you write.',
} as const;
