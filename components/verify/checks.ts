/** One condition that a verifier told the outcome of. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  /** What else it said of it. */
  readonly note: string | null;
}

const OUTCOMES = ['passed', 'pass', 'ok', 'success', 'result'] as const;
const NAMES = ['name', 'check', 'title', 'id'] as const;
const NOTES = ['message', 'detail', 'details', 'reason', 'note'] as const;

/**
 * The conditions in what a verifier returned: members that are true or false, and lists of objects with an outcome. Verifiers
 * return what they like, so none is found in many; the value itself stands beside.
 */
export function checksOf(returnedJson: string): readonly Check[] {
  const value = parse(returnedJson);
  if (Array.isArray(value)) return value.flatMap((item, index) => checkOfItem(item, String(index)));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'boolean') return [{ name, passed: member, note: null }];
    if (Array.isArray(member)) return member.flatMap((item, index) => checkOfItem(item, `${name}[${index}]`));
    if (isRecord(member)) {
      const inner = Object.entries(member).flatMap(([key, one]) =>
        typeof one === 'boolean' ? [{ name: `${name}.${key}`, passed: one, note: null }] : [],
      );
      return inner;
    }
    return [];
  });
}

function checkOfItem(item: unknown, fallback: string): readonly Check[] {
  if (!isRecord(item)) return [];
  const outcome = OUTCOMES.map((key) => item[key]).find((one) => typeof one === 'boolean');
  if (outcome === undefined) return [];
  return [{ name: firstText(item, NAMES) ?? fallback, passed: outcome, note: firstText(item, NOTES) }];
}

function firstText(item: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  const text = keys.map((key) => item[key]).find((one) => typeof one === 'string');
  return text ?? null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
