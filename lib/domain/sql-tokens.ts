/** A token of SQL; quotes are taken off. `quoted`: an identifier in "", `` or []. Blanks and comments are left out. */
export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'string' | 'blob' | 'number' | 'symbol';
  readonly text: string;
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[xX]'(?<blob>[^']*)'|'(?<string>(?:[^']|'')*)'|"(?<double>(?:[^"]|"")*)"|`(?<tick>(?:[^`]|``)*)`|\[(?<bracket>[^\]]*)\]|(?<number>0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<word>[A-Za-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*)|(?<symbol>\|\||<<|>>|<=|>=|<>|!=|==|->>|->|[\s\S])/guy;

export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const { groups = {} } of sql.matchAll(TOKEN)) {
    const { blob, string, double, tick, bracket, number, word, symbol } = groups;
    if (blob !== undefined) tokens.push({ kind: 'blob', text: blob });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string.replaceAll("''", "'") });
    else if (double !== undefined) tokens.push({ kind: 'quoted', text: double.replaceAll('""', '"') });
    else if (tick !== undefined) tokens.push({ kind: 'quoted', text: tick.replaceAll('``', '`') });
    else if (bracket !== undefined) tokens.push({ kind: 'quoted', text: bracket });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
  }
  return tokens;
}
