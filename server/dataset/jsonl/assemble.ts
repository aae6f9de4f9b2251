import type { PackProblem, ScenarioSummary } from '../types.ts';
import type { FileIndex, RowRef } from './file-index.ts';
import { PACK_FILE_KINDS, PACK_FILES, type PackFileKind } from './files.ts';

/** A scenario's rows in the pack's files. */
export interface ScenarioRows {
  readonly db: RowRef;
  readonly env: RowRef;
  readonly sample: RowRef | undefined;
  /** By task index. */
  readonly code: ReadonlyMap<number, RowRef>;
  readonly sql: ReadonlyMap<number, RowRef>;
}

export interface AssembledPack {
  readonly summaries: readonly ScenarioSummary[];
  readonly rows: ReadonlyMap<string, ScenarioRows>;
  readonly problems: readonly PackProblem[];
}

const MAX_LISTED = 100;

function byKey(index: FileIndex | undefined): Map<string, RowRef> {
  return new Map((index?.rows ?? []).map((row) => [row.key, row]));
}

function byTask(index: FileIndex | undefined): Map<string, Map<number, RowRef>> {
  const scenarios = new Map<string, Map<number, RowRef>>();
  for (const row of index?.rows ?? []) {
    if (row.taskIdx === undefined) continue;
    const tasks = scenarios.get(row.key) ?? new Map<number, RowRef>();
    tasks.set(row.taskIdx, row);
    scenarios.set(row.key, tasks);
  }
  return scenarios;
}

/**
 * Joins the files' indexes. Scenarios come in the order of gen_scenario (what `__list_scenarios__` of the reference shows),
 * then of gen_tasks and gen_envs for those that gen_scenario lacks. One without an app or a schema is left out.
 */
export function assemblePack(
  pack: { readonly name: string; readonly trusted: boolean },
  files: ReadonlyMap<PackFileKind, FileIndex>,
): AssembledPack {
  const problems: PackProblem[] = [];
  for (const kind of PACK_FILE_KINDS) {
    for (const problem of files.get(kind)?.problems ?? []) {
      problems.push({ pack: pack.name, file: PACK_FILES[kind], ...problem });
    }
  }
  const scenario = byKey(files.get('scenario'));
  const tasks = byKey(files.get('tasks'));
  const envs = byKey(files.get('envs'));
  const db = byKey(files.get('db'));
  const sample = byKey(files.get('sample'));
  const code = byTask(files.get('code'));
  const sql = byTask(files.get('sql'));

  const listed = new Bounded(problems);
  const summaries: ScenarioSummary[] = [];
  const rows = new Map<string, ScenarioRows>();
  for (const key of new Set([...scenario.keys(), ...tasks.keys(), ...envs.keys()])) {
    const env = envs.get(key);
    const schema = db.get(key);
    const named = namedBy(key, { scenario, tasks, envs });
    const at = { pack: pack.name, file: PACK_FILES[named.kind], line: named.row.line };
    if (env === undefined || schema === undefined) {
      const lacks = [env === undefined ? PACK_FILES.envs : '', schema === undefined ? PACK_FILES.db : ''];
      const files = lacks.filter((file) => file !== '').join(' and ');
      listed.add({
        ...at,
        message: `scenario '${key}' is left out: it has no usable row in ${files}; add or mend that row`,
      });
      continue;
    }
    const texts = tasks.get(key)?.tasks ?? [];
    if (!tasks.has(key)) {
      listed.add({
        ...at,
        message: `scenario '${key}' has no usable row in ${PACK_FILES.tasks}; it can be played without a task only`,
      });
    }
    if (files.has('sample') && !sample.has(key)) {
      listed.add({
        ...at,
        message: `scenario '${key}' has no usable row in ${PACK_FILES.sample}; it starts with empty tables`,
      });
    }
    const mine: ScenarioRows = {
      db: schema,
      env,
      sample: sample.get(key),
      code: code.get(key) ?? new Map<number, RowRef>(),
      sql: sql.get(key) ?? new Map<number, RowRef>(),
    };
    rows.set(key, mine);
    summaries.push({
      key,
      name: named.row.name ?? key,
      description: scenario.get(key)?.description ?? '',
      pack: pack.name,
      trusted: pack.trusted,
      tasks: texts,
      verifiers: texts.map((_, idx) => ({ code: mine.code.has(idx), sql: mine.sql.has(idx) })),
      category: null,
      tableCount: schema.tables ?? 0,
    });
  }
  listed.end(pack.name);
  problems.push(...strays(pack.name, files, summaries));
  return { summaries, rows, problems };
}

function namedBy(
  key: string,
  maps: Readonly<Record<'scenario' | 'tasks' | 'envs', ReadonlyMap<string, RowRef>>>,
): { readonly kind: PackFileKind; readonly row: RowRef } {
  for (const kind of ['scenario', 'tasks', 'envs'] as const) {
    const row = maps[kind].get(key);
    if (row !== undefined) return { kind, row };
  }
  throw new Error(`no row names ${key}`);
}

/** Rows that nothing can reach: of a scenario that is not there, or of a task beyond its list. One problem a file. */
function strays(
  pack: string,
  files: ReadonlyMap<PackFileKind, FileIndex>,
  summaries: readonly ScenarioSummary[],
): PackProblem[] {
  const tasksOf = new Map(summaries.map((summary) => [summary.key, summary.tasks.length]));
  return (['db', 'sample', 'code', 'sql'] as const).flatMap((kind) => {
    const stray = (files.get(kind)?.rows ?? []).filter((row) => {
      const tasks = tasksOf.get(row.key);
      return tasks === undefined || (row.taskIdx !== undefined && row.taskIdx >= tasks);
    });
    const [first] = stray;
    if (first === undefined) return [];
    const what =
      first.taskIdx === undefined ? `scenario '${first.key}'` : `task ${first.taskIdx} of '${first.key}'`;
    const more = stray.length > 1 ? ` and ${stray.length - 1} more rows of this kind` : '';
    const message = `the row of ${what}${more} belongs to nothing that the pack offers; it is not used`;
    return [{ pack, file: PACK_FILES[kind], line: first.line, message }];
  });
}

class Bounded {
  readonly #into: PackProblem[];
  #count = 0;

  constructor(into: PackProblem[]) {
    this.#into = into;
  }

  add(problem: PackProblem): void {
    this.#count += 1;
    if (this.#count <= MAX_LISTED) this.#into.push(problem);
  }

  end(pack: string): void {
    const more = this.#count - MAX_LISTED;
    if (more > 0)
      this.#into.push({ pack, file: PACK_FILES.tasks, message: `${more} more scenarios have missing rows` });
  }
}
