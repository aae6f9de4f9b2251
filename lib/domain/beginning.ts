/**
 * A text, or its first `limit` characters (UTF-16) with '…' where it is longer; never half of a letter. What is cut is
 * copied: a slice would hold the whole text in memory.
 */
export function beginning(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
  return `${JSON.parse(JSON.stringify(text.slice(0, end))) as string}…`;
}
