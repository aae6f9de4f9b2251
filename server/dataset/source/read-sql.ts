import type { SeedSource, TableSource } from '../types.ts';
import { splitSql } from './split-sql.ts';

export interface SqlProblem {
  readonly line: number;
  readonly message: string;
}

const NAME = String.raw`(?:(?:\w+|"[^"]*"|${'`'}[^${'`'}]*${'`'}|\[[^\]]*\])\s*\.\s*)?(\w+|"[^"]*"|${'`'}[^${'`'}]*${'`'}|\[[^\]]*\])`;
const TABLE = new RegExp(
  String.raw`^CREATE\s+(?:(?:TEMP|TEMPORARY|VIRTUAL)\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`,
  'i',
);
const PART = /^CREATE\s+(?:(?:UNIQUE\s+)?INDEX|(?:TEMP\s+|TEMPORARY\s+)?(?:TRIGGER|VIEW))\b/i;
const ON = new RegExp(String.raw`\bON\s+${NAME}`, 'i');
const INSERT = new RegExp(String.raw`^(?:INSERT(?:\s+OR\s+\w+)?|REPLACE)\s+INTO\s+${NAME}`, 'i');

function bare(name: string): string {
  return /^["`[]/.test(name) ? name.slice(1, -1) : name;
}

/** schema.sql → tables in file order, each with the indexes, triggers and views made on it (or after it). */
export function readSchema(script: string): {
  readonly tables: TableSource[];
  readonly problems: SqlProblem[];
} {
  const { statements, problem } = splitSql(script);
  const problems: SqlProblem[] = problem === undefined ? [] : [problem];
  const tables: { name: string; ddl: string; indexes: string[] }[] = [];
  for (const { text, line } of statements) {
    const name = TABLE.exec(text)?.[1];
    if (name !== undefined) {
      tables.push({ name: bare(name), ddl: text, indexes: [] });
      continue;
    }
    if (!PART.test(text)) {
      problems.push({ line, message: 'only CREATE TABLE, INDEX, TRIGGER and VIEW belong in schema.sql' });
      continue;
    }
    const on = bare(ON.exec(text)?.[1] ?? '').toLowerCase();
    const owner = tables.find((table) => table.name.toLowerCase() === on) ?? tables.at(-1);
    if (owner === undefined) problems.push({ line, message: 'this stands before the first CREATE TABLE' });
    else owner.indexes.push(text);
  }
  if (tables.length === 0 && problems.length === 0)
    problems.push({ line: 1, message: 'there is no CREATE TABLE' });
  return { tables, problems };
}

/** seed.sql → INSERT statements in file order; neighbours of the same table stand together. */
export function readSeed(script: string): { readonly seed: SeedSource[]; readonly problems: SqlProblem[] } {
  const { statements, problem } = splitSql(script);
  const problems: SqlProblem[] = problem === undefined ? [] : [problem];
  const seed: { tableName: string; insertStatements: string[] }[] = [];
  for (const { text, line } of statements) {
    const name = INSERT.exec(text)?.[1];
    if (name === undefined) {
      problems.push({ line, message: 'only INSERT statements belong in seed.sql' });
      continue;
    }
    const tableName = bare(name);
    const last = seed.at(-1);
    if (last?.tableName === tableName) last.insertStatements.push(text);
    else seed.push({ tableName, insertStatements: [text] });
  }
  return { seed, problems };
}
