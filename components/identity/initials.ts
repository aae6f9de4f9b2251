/** One or two letters for a name; '?' for none. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s_.-]+/).filter((part) => part !== '');
  if (parts.length === 0) return '?';
  return parts
    .slice(0, 2)
    .map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0))
    .join('')
    .toUpperCase();
}
