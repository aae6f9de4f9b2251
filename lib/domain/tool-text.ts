/** Tools carry their answers' schema in the description; the first line says what they do. */
export function firstLine(description: string): string {
  return description.split('\n', 1)[0] ?? '';
}
