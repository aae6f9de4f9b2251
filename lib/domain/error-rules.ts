interface ErrorRule {
  readonly rewardType: string;
  /** One of them stands in the error's text, in lower case. Empty: whatever is left. */
  readonly words: readonly string[];
}

/** How the reference classes a tool's error: by words in its text, the first rule that matches. */
export const ERROR_RULES: readonly ErrorRule[] = [
  { rewardType: 'tool_not_found', words: ['not found', 'unknown tool', 'no tool'] },
  {
    rewardType: 'invalid_args',
    words: ['invalid', 'argument', 'parameter', 'required property', 'validation error', 'missing', 'schema'],
  },
  { rewardType: 'timeout', words: ['timeout', 'timed out'] },
  { rewardType: 'server_error', words: [] },
];

/** The rule that classes an error (its position), and the word in the text that made it match. */
export function matchError(error: string): { readonly rule: number; readonly word: string | null } {
  const lower = error.toLowerCase();
  for (const [rule, { words }] of ERROR_RULES.entries()) {
    const word = words.find((candidate) => lower.includes(candidate));
    if (word !== undefined) return { rule, word };
  }
  return { rule: ERROR_RULES.length - 1, word: null };
}

/** Reward types that count as `format_error` in a reward configuration. */
export const FORMAT_ERRORS: ReadonlySet<string> = new Set([
  'tool_not_found',
  'invalid_args',
  'invalid_action',
]);
