/**
 * How many rows a tool answered with, where its result is a list or an object with one list; null where that cannot be
 * told. `observationJson` is a whole observation.
 */
export function resultRows(observationJson: string): number | null {
  const observation = parse(observationJson);
  if (!isRecord(observation)) return null;
  const result = observation['tool_result'];
  const value = typeof result === 'string' ? parse(result) : result;
  if (Array.isArray(value)) return value.length;
  if (!isRecord(value)) return null;
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  return lists.length === 1 && lists[0] !== undefined ? lists[0].length : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
