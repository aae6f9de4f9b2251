/** What an agent said with a call, from the action's metadata. */
export interface AgentWords {
  /** Whom it names as its author, e.g. a model. */
  readonly name: string | null;
  readonly message: string | null;
  readonly reasoning: string | null;
  /** Numbers that it reported, e.g. tokens, by their own names. */
  readonly usage: readonly (readonly [string, number])[];
}

/** Reads `message`, `reasoning`, `usage` and `model`; null where nothing is said. */
export function readWords(metadata: unknown): AgentWords | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const fields = new Map<string, unknown>(Object.entries(metadata));
  const message = textOf(fields.get('message'));
  const reasoning = textOf(fields.get('reasoning'));
  const usage = numbersOf(fields.get('usage'));
  if (message === null && reasoning === null && usage.length === 0) return null;
  return { name: textOf(fields.get('model')), message, reasoning, usage };
}

/** A text, or the texts of content parts (`[{type: 'text', text}]`). */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (!Array.isArray(value)) return null;
  const texts = value.flatMap((part: unknown) => {
    if (typeof part === 'string') return [part];
    const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  return textOf(texts.join('\n'));
}

function numbersOf(value: unknown): readonly (readonly [string, number])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, number]) =>
    typeof number === 'number' ? [[name, number] as const] : [],
  );
}
