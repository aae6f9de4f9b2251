/** Words of a run that are searched, in characters. */
const LIMIT = 128 * 1024;
const DEPTH = 20;

/** The texts in JSON, whatever its shape: keys are not words of anybody. JSON that cannot be read has none. */
export function textsIn(json: string, room = LIMIT): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return '';
  }
  const found: string[] = [];
  let left = Math.min(room, LIMIT);
  const collect = (part: unknown, depth: number): void => {
    if (left <= 0 || depth > DEPTH) return;
    if (typeof part === 'string') {
      found.push(part.slice(0, left));
      left -= part.length;
    } else if (typeof part === 'object' && part !== null)
      for (const inner of Object.values(part)) collect(inner, depth + 1);
  };
  collect(value, 0);
  return found.join('\n');
}
