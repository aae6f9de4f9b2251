/** A statement with its `;`, without the comments before it. */
export interface SqlStatement {
  readonly text: string;
  /** 1-based line of its first word. */
  readonly line: number;
}

export interface SplitSql {
  readonly statements: readonly SqlStatement[];
  /** Text that never ends: an open quote or comment. */
  readonly problem: { readonly line: number; readonly message: string } | undefined;
}

const TOKEN =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<word>[A-Za-z_][\w$]*)|(?<end>;)|(?<open>['"`[]|\/\*)|(?<other>[\s\S])/gy;

/**
 * Splits a script as SQLite's shell does: `;` within quotes, comments and the body of a trigger ends nothing. A trigger
 * ends at the `;` after an END that itself follows a `;` (so CASE … END inside it is no end).
 */
export function splitSql(script: string): SplitSql {
  const statements: SqlStatement[] = [];
  const lineAt = createLineCounter(script);
  let start = -1;
  /** The statement's first words, upper-case, as many as tell a trigger. */
  let words: string[] = [];
  let last = '';
  let beforeLast = '';
  for (const match of script.matchAll(TOKEN)) {
    const { groups = {}, index } = match;
    if (groups['space'] !== undefined) continue;
    if (groups['open'] !== undefined) {
      const what = groups['open'] === '/*' ? 'comment' : `quote ${groups['open']}`;
      return {
        statements,
        problem: { line: lineAt(index), message: `the ${what} that starts here never ends` },
      };
    }
    if (start === -1) {
      if (groups['end'] !== undefined) continue;
      start = index;
      words = [];
      last = '';
      beforeLast = '';
    }
    if (groups['end'] !== undefined && (!isTrigger(words) || (last === 'END' && beforeLast === ';'))) {
      statements.push({ text: script.slice(start, index + 1), line: lineAt(start) });
      start = -1;
      continue;
    }
    beforeLast = last;
    last = match[0].toUpperCase();
    if (words.length < 4) words.push(last);
  }
  if (start !== -1) {
    const trigger = isTrigger(words) && !(last === 'END' && beforeLast === ';');
    if (trigger) {
      return {
        statements,
        problem: { line: lineAt(start), message: 'the trigger that starts here has no END;' },
      };
    }
    statements.push({ text: `${script.slice(start).trimEnd()};`, line: lineAt(start) });
  }
  return { statements, problem: undefined };
}

function isTrigger(words: readonly string[]): boolean {
  const rest = words[0] === 'EXPLAIN' ? words.slice(1) : words;
  const kind = rest[1] === 'TEMP' || rest[1] === 'TEMPORARY' ? rest[2] : rest[1];
  return rest[0] === 'CREATE' && kind === 'TRIGGER';
}

/** Line of a position; positions must not fall. */
function createLineCounter(text: string): (position: number) => number {
  let line = 1;
  let at = 0;
  return (position) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < position; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}
