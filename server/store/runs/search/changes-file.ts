import Database from 'better-sqlite3';
import type { TableChange, WireCell } from '../../../../lib/contracts/evidence.ts';
import type { Catalog } from '../../catalog.ts';
import { changeSet } from '../../states/change-set.ts';
import { EpisodeStates } from '../../states/episode-states.ts';
import type { StateSources } from '../../states/state-sources.ts';
import { EXPORT_COLUMNS, timeText } from '../export/columns.ts';
import type { ExportType } from '../export/columns.ts';
import { runRow, SELECT_RUNS } from '../run-rows.ts';
import type { RawRun } from '../run-rows.ts';

/** Rows of one table of one change set. */
const ROWS = 5_000;
/** Cells in all: some hundred MB. */
const CELLS = 1_000_000;

const TYPES: Readonly<Record<ExportType, string>> = {
  text: 'TEXT',
  list: 'TEXT',
  time: 'TEXT',
  int: 'INTEGER',
  real: 'REAL',
  flag: 'INTEGER',
};

export interface ChangesFileRequest {
  readonly ids: readonly string[];
  /** end: from the first state to the last; steps: step by step. */
  readonly of: 'end' | 'steps';
  readonly path: string;
  /** No further run is read after this. */
  readonly budgetMs: number;
}

export interface ChangesFile {
  /** Runs whose states were read; those whose states are not there; those that there was no time or room for. */
  readonly searched: number;
  readonly unread: number;
  readonly left: number;
}

/** Writes a SQLite file of the runs and of what changed in them, a row for each changed cell. In a worker. */
export function writeChangesFile(
  catalog: Catalog,
  sources: StateSources,
  { ids, of, path, budgetMs }: ChangesFileRequest,
): ChangesFile {
  const until = performance.now() + budgetMs;
  using owned = new DisposableStack();
  const db = owned.adopt(new Database(path), (open) => open.close());
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.exec(`CREATE TABLE runs (${EXPORT_COLUMNS.map(({ name, type }) => `"${name}" ${TYPES[type]}`).join(', ')});
    CREATE TABLE changes (run TEXT, seq INTEGER, tool TEXT, "table" TEXT, kind TEXT, "key" TEXT, "column" TEXT, was, now);`);
  const insertRun = db.prepare(`INSERT INTO runs VALUES (${EXPORT_COLUMNS.map(() => '?').join(', ')})`);
  const insertChange = db.prepare('INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const find = catalog.raw.prepare<[string], RawRun>(`${SELECT_RUNS} WHERE e.id = ?`);
  const states = new EpisodeStates(catalog);
  const counts = { searched: 0, unread: 0, left: 0 };
  let cells = 0;
  const write = (id: string, step: Compared, table: TableChange): void => {
    for (const row of table.rows)
      for (const column of row.changed) {
        const [was, now] = [row.before?.[column] ?? null, row.after?.[column] ?? null];
        const name = table.columns[column]?.name ?? '';
        const values = [plain(was), plain(now)];
        insertChange.run(id, step.seq, step.toolName, table.name, row.kind, row.key, name, ...values);
        cells++;
      }
  };
  db.transaction(() => {
    for (const id of ids) {
      const raw = find.get(id);
      if (raw === undefined) continue;
      if (performance.now() > until || cells > CELLS) {
        counts.left++;
        continue;
      }
      const run = runRow(raw);
      insertRun.run(EXPORT_COLUMNS.map(({ type, read }) => runCell(type, read(run))));
      try {
        for (const step of comparedStates(states, id, raw.steps, of)) {
          const [before, after] = [sources.open({ hash: step.from }), sources.open({ hash: step.to })];
          const { tables } = changeSet(before, after, { table: undefined, offset: 0, limit: ROWS });
          for (const table of tables) write(id, step, table);
        }
        counts.searched++;
      } catch {
        counts.unread++;
      }
    }
  })();
  db.exec(
    'CREATE INDEX changes_by_run ON changes (run); CREATE INDEX changes_by_table ON changes ("table", "column");',
  );
  return counts;
}

interface Compared {
  /** The step that the change is seen after. */
  readonly seq: number;
  readonly toolName: string | null;
  readonly from: string;
  readonly to: string;
}

/** Pairs of states to be compared. Throws where one of them is not kept. */
function comparedStates(states: EpisodeStates, id: string, steps: number, of: 'end' | 'steps'): Compared[] {
  const { states: known, skipped } = states.until(id, steps);
  const [first, last] = [known[0], known.at(-1)];
  if (first?.seq !== 0 || last === undefined) throw new Error('The first state is not kept');
  if (of === 'end') {
    if (skipped.some((seq) => seq > last.seq)) throw new Error('The last state is not kept');
    return [{ seq: last.seq, toolName: null, from: first.hash, to: last.hash }];
  }
  if (skipped.length > 0) throw new Error('States between are not kept');
  return known.slice(1).map(({ seq, toolName, hash }, i) => ({
    seq,
    toolName,
    from: known[i]?.hash ?? hash,
    to: hash,
  }));
}

/** As SQLite holds it; of long texts and blobs the beginning. */
function plain(cell: WireCell): null | string | number | bigint | Buffer {
  if (cell === null || typeof cell === 'string') return cell;
  if (typeof cell === 'number') return BigInt(cell);
  if ('r' in cell) return realOf(cell.r);
  if ('i' in cell) return BigInt(cell.i);
  return 'x' in cell ? Buffer.from(cell.x, 'hex') : cell.t;
}

function realOf(text: string): number {
  if (text === 'inf') return Infinity;
  return text === '-inf' ? -Infinity : Number(text);
}

function runCell(type: ExportType, value: ReturnType<(typeof EXPORT_COLUMNS)[number]['read']>) {
  if (value === null) return null;
  if (type === 'time') return timeText(Number(value));
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
