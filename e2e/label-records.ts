import { join } from 'node:path';
import Database from 'better-sqlite3';
import { labelDocSchema, type LabelDoc } from '../lib/contracts/annotation/label-doc.ts';

/** A label as the catalog has it, in the order of submitting. */
export interface LabelRecord {
  readonly assignment: string;
  readonly item: number;
  readonly person: string;
  readonly version: number;
  readonly current: boolean;
  readonly revealed: boolean;
  readonly atMs: number;
  readonly doc: LabelDoc;
}

interface Line {
  readonly assignment: string;
  readonly item: number;
  readonly name: string;
  readonly version: number;
  readonly current: number;
  readonly revealed: number;
  readonly at: number;
  readonly doc: string;
}

/** All labels that were submitted in a queue, read past the server from the file. */
export function labelRecords(homeDir: string, queue: string): readonly LabelRecord[] {
  const lines = ask(
    homeDir,
    `SELECT a.id AS assignment, a.item, a.name, s.version, s.current, s.revealed, s.at, s.doc
     FROM annotation_submissions AS s JOIN annotation_assignments AS a ON a.n = s.assignment
     JOIN annotation_queues AS q ON q.n = a.queue WHERE q.id = ? ORDER BY s.n`,
    queue,
  ) as readonly Line[];
  return lines.map(({ assignment, item, name, version, current, revealed, at, doc }) => ({
    assignment,
    item,
    person: name,
    version,
    current: current === 1,
    revealed: revealed === 1,
    atMs: at,
    doc: labelDocSchema.parse(JSON.parse(doc)),
  }));
}

/** What the catalog has as an assignment's draft; undefined: nothing. */
export function draftRecord(
  homeDir: string,
  assignment: string,
): { readonly revision: number; readonly doc: LabelDoc } | undefined {
  const [line] = ask(
    homeDir,
    'SELECT revision, draft FROM annotation_assignments WHERE id = ? AND draft IS NOT NULL',
    assignment,
  ) as readonly { readonly revision: number; readonly draft: string }[];
  if (line === undefined) return undefined;
  return { revision: line.revision, doc: labelDocSchema.parse(JSON.parse(line.draft)) };
}

function ask(homeDir: string, sql: string, value: string): readonly unknown[] {
  const db = new Database(join(homeDir, 'catalog.db'), { readonly: true });
  try {
    return db.prepare(sql).all(value);
  } finally {
    db.close();
  }
}
