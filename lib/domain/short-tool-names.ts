/** Words after which a tool's name only says how: `create_position_from_wallet`. */
const TAIL: ReadonlySet<string> = new Set([
  'about',
  'and',
  'as',
  'at',
  'between',
  'by',
  'for',
  'from',
  'in',
  'into',
  'of',
  'on',
  'per',
  'the',
  'to',
  'using',
  'via',
  'with',
]);

/**
 * Short names for a strip of steps: verb and noun (`create position` for create_staking_position_from_wallet), each
 * unique among the given tools; where two would meet, the words that tell them apart come back.
 */
export function shortToolNames(tools: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const candidate of [verbAndNoun, verbAndTwo, allWords]) {
    const left = [...new Set(tools)].filter((tool) => !names.has(tool));
    const taken = new Set(names.values());
    const count = new Map<string, number>();
    for (const tool of left) {
      const name = candidate(tool);
      count.set(name, (count.get(name) ?? 0) + 1);
    }
    for (const tool of left) {
      const name = candidate(tool);
      if (count.get(name) === 1 && !taken.has(name)) names.set(tool, name);
    }
  }
  for (const tool of tools) if (!names.has(tool)) names.set(tool, tool);
  return names;
}

function wordsOf(tool: string): readonly string[] {
  return tool
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function headOf(tool: string): readonly string[] {
  const words = wordsOf(tool);
  const end = words.findIndex((word, at) => at > 0 && TAIL.has(word));
  return end === -1 ? words : words.slice(0, end);
}

function verbAndNoun(tool: string): string {
  const head = headOf(tool);
  return [...head.slice(0, 1), ...head.slice(1).slice(-1)].join(' ');
}

function verbAndTwo(tool: string): string {
  const head = headOf(tool);
  return [...head.slice(0, 1), ...head.slice(1).slice(-2)].join(' ');
}

function allWords(tool: string): string {
  return wordsOf(tool).join(' ');
}
