import { hash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { scenarioKey } from '../../../lib/domain/scenario-key.ts';
import type { PackFileKind } from './files.ts';
import { readLines } from './line-reader.ts';
import { parseRow, type RowOf } from './row.ts';

/** Rows above this are skipped: the public set's longest has 0.3 MB. */
export const MAX_ROW_BYTES = 16 * 1024 * 1024;
/** A file that is broken throughout is named by its first mistakes and their number. */
export const MAX_PROBLEMS_PER_FILE = 100;

/** Where a row lies. */
export interface RowRef {
  readonly key: string;
  /** Verifier files only. */
  readonly taskIdx?: number;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** `rowDigest` of its bytes. */
  readonly digest: number;
  /** gen_scenario and gen_tasks only: they are needed for the list and kept. */
  readonly name?: string;
  readonly description?: string;
  readonly tasks?: readonly string[];
  /** gen_db only: tables of the schema. */
  readonly tables?: number;
}

export interface RowProblem {
  /** Absent where it stands for several rows. */
  readonly line?: number;
  readonly message: string;
}

export interface FileIndex {
  readonly rows: readonly RowRef[];
  readonly problems: readonly RowProblem[];
}

/** The first 48 bits of a row's sha256: tells whether it is still the row that was indexed (1.6 GB/s). */
export function rowDigest(bytes: Buffer): number {
  return hash('sha256', bytes, 'buffer').readUIntBE(0, 6);
}

function refOf(row: RowOf<PackFileKind>): Omit<RowRef, 'line' | 'offset' | 'length' | 'digest'> {
  if ('name' in row)
    return { key: scenarioKey(row.name), name: row.name, description: row.description ?? '' };
  const key = scenarioKey(row.scenario);
  if ('tasks' in row) return { key, name: row.scenario, tasks: row.tasks };
  if ('task_idx' in row) return { key, taskIdx: row.task_idx };
  if ('db_schema' in row) {
    return { key, tables: new Set(row.db_schema.tables.map((table) => table.name.toLowerCase())).size };
  }
  return { key };
}

/**
 * Reads a whole pack file and records where each scenario's rows lie. Every row is parsed once, so that a broken one is
 * known by its line from the start (V8 parses 0.45–0.9 GB/s of these files). The first of several equal rows wins.
 */
export function indexFile(path: string, kind: PackFileKind): FileIndex {
  const rows: RowRef[] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<string>();
  let skipped = 0;
  let duplicates = 0;
  let firstDuplicate = 0;
  const problem = (line: number, message: string): void => {
    skipped += 1;
    if (problems.length < MAX_PROBLEMS_PER_FILE) problems.push({ line, message });
  };
  const fd = openSync(path, 'r');
  try {
    for (const line of readLines(fd, MAX_ROW_BYTES)) {
      if (line.bytes === undefined) {
        problem(
          line.number,
          `the row has ${line.length} bytes, the limit is ${MAX_ROW_BYTES}; split or remove it`,
        );
        continue;
      }
      if (isBlank(line.bytes)) continue;
      const parsed = parseRow(kind, line.bytes);
      if (!parsed.ok) {
        problem(line.number, parsed.message);
        continue;
      }
      const ref = refOf(parsed.row);
      if (ref.key === '') {
        problem(line.number, 'the scenario name has no letter or digit; name it with some of a–z, 0–9 and _');
        continue;
      }
      const id = ref.taskIdx === undefined ? ref.key : `${ref.key}/${ref.taskIdx}`;
      if (seen.has(id)) {
        duplicates += 1;
        firstDuplicate ||= line.number;
        continue;
      }
      seen.add(id);
      const digest = rowDigest(line.bytes);
      rows.push({ ...ref, line: line.number, offset: line.offset, length: line.length, digest });
    }
  } finally {
    closeSync(fd);
  }
  if (skipped > problems.length) {
    problems.push({
      message: `${skipped - problems.length} more rows were skipped; mend the first ones and look again`,
    });
  }
  if (duplicates > 0) {
    const what = duplicates === 1 ? 'a row repeats' : `${duplicates} rows, this one first, repeat`;
    problems.push({
      line: firstDuplicate,
      message: `${what} a scenario ${kind === 'code' || kind === 'sql' ? 'and task ' : ''}that an earlier row has; the earlier row is used, remove the others`,
    });
  }
  return { rows, problems };
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) {
    if (byte !== 32 && byte !== 13 && byte !== 9) return false;
  }
  return true;
}
