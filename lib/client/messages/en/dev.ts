/** The frame of the components sheet. The specimens on it are examples in English: names, values and statuses of the product. */
export const dev = {
  title: 'Components',
  note: 'Every primitive in every state. Every state has a word or a glyph; colour only repeats it.',
  density: 'Density',
  compact: 'Compact',
  default: 'Default',
  comfortable: 'Comfortable',
} as const;
