import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditCode } from '../../../../lib/contracts/audits.ts';
import { PROJECT_DIR } from '../../../config.ts';

/** One defect in an otherwise sound task, and all that an audit must find of the task. */
export interface TaskDefect {
  readonly name: string;
  /** `books` only writes, `reports` also tells. */
  readonly task: keyof typeof TASKS;
  readonly edit: (change: Change) => Promise<void>;
  readonly found: readonly AuditCode[];
}

/** One defect of a whole scenario, and all that an audit must find of it, beside what is worth knowing. */
export interface ScenarioDefect {
  readonly name: string;
  readonly edit: (edit: { readonly change: Change; readonly addRoutes: AddRoutes }) => Promise<void>;
  /** The code, and of which tool. */
  readonly found: readonly (readonly [AuditCode, string | null])[];
}

type Change = (file: string, edit: (text: string) => string) => Promise<void>;
/** Before the app is served. */
type AddRoutes = (code: string) => Promise<void>;

const TASKS = { books: 0, reports: 2 };

/**
 * The starter pack's household budget as `pack`/`name`: a task for each task defect, in their order, and all of the
 * scenario defects at once.
 */
export async function plant(
  pack: string,
  name: string,
  tasks: readonly TaskDefect[],
  defects: readonly ScenarioDefect[] = [],
): Promise<void> {
  const origin = join(PROJECT_DIR, 'scenarios', 'household_budget');
  const dir = join(pack, name);
  for (const file of ['app.py', 'schema.sql', 'seed.sql', 'scenario.json'])
    await cp(join(origin, file), join(dir, file));
  const changeIn =
    (folder: string, who: string): Change =>
    async (file, by) => {
      const path = join(folder, file);
      const before = await readFile(path, 'utf8');
      const after = by(before);
      if (after === before) throw new Error(`${who}: the edit of ${file} changes nothing`);
      await writeFile(path, after);
    };
  const change = changeIn(dir, name);
  await change('scenario.json', (text) => text.replace('"household_budget"', JSON.stringify(name)));
  for (const [idx, defect] of tasks.entries()) {
    const folder = join(dir, 'tasks', String(idx));
    await cp(join(origin, 'tasks', String(TASKS[defect.task])), folder, { recursive: true });
    const changeTask = changeIn(folder, defect.name);
    // Tasks of the same words are a defect of their own.
    if (idx > 0)
      await changeTask('task.json', (text) => text.replace('"task": "', `"task": "No. ${String(idx)}: `));
    await defect.edit(changeTask);
  }
  const addRoutes: AddRoutes = (code) =>
    change('app.py', (text) => text.replace('\nif __name__ ==', `\n${code}\n\nif __name__ ==`));
  for (const defect of defects) await defect.edit({ change, addRoutes });
}

const HEAD =
  'import sqlite3\n\n\ndef verify_task_completion(initial_db_path, final_db_path, final_answer=None):\n';
const ROWS = `    def rows(sql):
        try:
            with sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True) as con:
                return con.execute(sql).fetchall()
        except Exception:
            return []

`;

function verifier(body: string): () => string {
  return () => `${HEAD}${ROWS}${body}`;
}

const CODE = 'verify_code.py';
const BOOKED = `rows("SELECT id FROM transactions WHERE amount = -18.4 AND memo = 'Breakfast with Elif'")`;

/** The first is sound, and what another is a duplicate of. */
export const TASK_DEFECTS: readonly TaskDefect[] = [
  {
    name: 'sound',
    task: 'books',
    edit: () => Promise.resolve(),
    found: [],
  },
  {
    name: 'trivial',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    return {"result": "complete" if rows("SELECT id FROM accounts WHERE name = 'Cash wallet'") else "others"}\n`,
        ),
      ),
    found: ['trivial_verifier'],
  },
  {
    name: 'trivial_with_words',
    task: 'reports',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    if not rows("SELECT id FROM accounts WHERE name = 'Savings'"):\n        return {"result": "others"}\n    return {"result": "complete" if final_answer else "others"}\n`,
        ),
      ),
    found: ['trivial_verifier', 'ignores_answer'],
  },
  {
    name: 'vacuous',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    booked = ${BOOKED}\n    if len(booked) >= 0:\n        return {"result": "complete"}\n    return {"result": "others"}\n`,
        ),
      ),
    found: ['trivial_verifier', 'vacuous_verifier'],
  },
  {
    name: 'vacuous_sql',
    task: 'books',
    edit: (change) =>
      change(
        'verify_sql.py',
        () => 'def verify_task(initial_db_path, final_db_path):\n    return {"booked": 1}\n',
      ),
    found: ['vacuous_verifier'],
  },
  {
    name: 'only_absence',
    task: 'books',
    // Trivial, but not vacuous: a final state with such a row is refused.
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    return {"result": "others" if rows("SELECT id FROM payees WHERE name = 'Nobody'") else "complete"}\n`,
        ),
      ),
    found: ['trivial_verifier'],
  },
  {
    name: 'refuses_gold',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    return {"result": "complete" if rows("SELECT id FROM transactions WHERE amount = -999") else "others"}\n`,
        ),
      ),
    found: ['unsatisfiable_verifier'],
  },
  {
    name: 'missing_table',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    booked = rows("SELECT id FROM bookings WHERE amount = -18.4")\n    if not booked:\n        return {"result": "others"}\n    return {"result": "complete"}\n`,
        ),
      ),
    found: ['unsatisfiable_verifier', 'unsatisfiable_verifier'],
  },
  {
    name: 'missing_column',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    odd = rows("SELECT id FROM accounts WHERE frozen = 1")\n    booked = ${BOOKED}\n    if booked and not odd:\n        return {"result": "complete"}\n    return {"result": "others"}\n`,
        ),
      ),
    found: ['broken_query'],
  },
  {
    name: 'never_says_complete',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(`    if ${BOOKED}:\n        return {"result": "done"}\n    return {"result": "others"}\n`),
      ),
    found: ['unsatisfiable_verifier', 'unsatisfiable_verifier'],
  },
  {
    name: 'always_raises',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(`    if booked:\n        return {"result": "complete"}\n    return {"result": "others"}\n`),
      ),
    found: ['unsatisfiable_verifier', 'unsatisfiable_verifier', 'verifier_failed'],
  },
  {
    name: 'raises_untouched',
    task: 'books',
    edit: (change) =>
      change(
        CODE,
        verifier(`    first = ${BOOKED}[0]\n    return {"result": "complete" if first else "others"}\n`),
      ),
    found: ['verifier_failed'],
  },
  {
    name: 'endless',
    task: 'books',
    edit: (change) =>
      change(CODE, verifier('    while True:\n        pass\n    return {"result": "complete"}\n')),
    found: ['verifier_failed'],
  },
  {
    name: 'trusts_answer',
    task: 'reports',
    edit: (change) =>
      change(
        CODE,
        verifier(
          `    kept = rows("SELECT month FROM allocations")\n    said = (final_answer or "").lower()\n    if "eating out" in said and "38.40" in said and kept is not None:\n        return {"result": "complete"}\n    return {"result": "others"}\n`,
        ),
      ),
    found: ['trusts_answer'],
  },
  {
    name: 'reads_nothing',
    task: 'reports',
    edit: (change) =>
      change(
        CODE,
        () =>
          `${HEAD}    said = (final_answer or "").lower()\n    return {"result": "complete" if "eating out" in said and "38.40" in said else "others"}\n`,
      ),
    found: ['trusts_answer'],
  },
  {
    name: 'ignores_answer',
    task: 'reports',
    edit: (change) =>
      change(CODE, (text) =>
        text
          .replace(/ {4}if not \(says\(category[^\n]*\n {8}return others\n/, '')
          .replaceAll('final_answer or ""', '""'),
      ),
    found: ['ignores_answer'],
  },
  {
    name: 'takes_any_answer',
    task: 'reports',
    edit: (change) =>
      change(CODE, (text) =>
        text.replace(/if not \(says\(category[^\n]*/, 'if not (final_answer or "").strip():'),
      ),
    found: ['ignores_answer'],
  },
  {
    name: 'writes',
    task: 'books',
    edit: (change) =>
      change(CODE, (text) =>
        text.replace(
          '    before, after =',
          '    try:\n        sqlite3.connect(final_db_path).execute("DELETE FROM import_rows")\n    except sqlite3.Error:\n        pass\n    before, after =',
        ),
      ),
    found: ['verifier_writes'],
  },
  {
    name: 'verifier_clock',
    task: 'books',
    edit: (change) =>
      change(CODE, (text) =>
        text.replace(
          '    before, after =',
          '    from datetime import datetime\n    if datetime.now().year < 2000:\n        return others\n    before, after =',
        ),
      ),
    found: ['verifier_reads_clock'],
  },
  {
    name: 'gold_fails',
    task: 'books',
    edit: (change) =>
      change('gold.json', (text) => text.replace('"tool": "record_transaction"', '"tool": "record_it"')),
    found: ['gold_fails'],
  },
  {
    name: 'duplicate',
    task: 'books',
    edit: (change) =>
      change('task.json', (text) => {
        const task = JSON.parse(text) as { readonly task: string };
        return JSON.stringify({ ...task, task: task.task.replace(/^No[.] \d+: /, '').toUpperCase() });
      }),
    found: ['duplicate_task'],
  },
];

export const SCENARIO_DEFECTS: readonly ScenarioDefect[] = [
  {
    name: 'seed_error',
    edit: ({ change }) =>
      change(
        'seed.sql',
        (text) => `${text}\nINSERT INTO users (id, name, email) VALUES (1, 'Twice', 'x@y');\n`,
      ),
    found: [['seed_error', null]],
  },
  {
    name: 'shadowed',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/shadowed/{spare_id}", operation_id="get_shadowed")\ndef get_shadowed(spare_id: str) -> dict[str, str]:\n    return {"spare": spare_id}\n\n\n@app.get("/shadowed/all", operation_id="list_shadowed")\ndef list_shadowed() -> dict[str, str]:\n    return {"spare": "all"}\n',
      ),
    found: [['shadowed_route', 'list_shadowed']],
  },
  {
    name: 'uncallable',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/uncallable/{spare_id}", operation_id="get_uncallable")\ndef get_uncallable(spare_id: int) -> dict[str, str]:\n    raise RuntimeError("not written yet")\n',
      ),
    found: [['uncallable_tool', 'get_uncallable']],
  },
  {
    name: 'always_500',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/always_500/{spare_id}", operation_id="get_always_500")\ndef get_always_500(spare_id: int) -> dict[str, str]:\n    raise HTTPException(500, "out of order")\n',
      ),
    found: [['uncallable_tool', 'get_always_500']],
  },
  {
    name: 'misclassed_500',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/misclassed_500/{spare_id}", operation_id="get_misclassed_500")\ndef get_misclassed_500(spare_id: int) -> dict[str, str]:\n    if spare_id > 900:\n        raise HTTPException(503, "Spare not found in the cache")\n    return {}\n',
      ),
    found: [['server_error_misclassed', 'get_misclassed_500']],
  },
  {
    name: 'by_chance',
    edit: ({ addRoutes }) =>
      addRoutes(
        'import time\n\n\n@app.get("/by_chance", operation_id="get_by_chance")\ndef get_by_chance() -> dict[str, int]:\n    return {"took": time.perf_counter_ns()}\n',
      ),
    found: [['nondeterministic', 'get_by_chance']],
  },
  {
    name: 'keeps_state',
    edit: ({ addRoutes }) =>
      addRoutes(
        'SEEN: list[int] = []\n\n\n@app.post("/keeps_state", operation_id="add_keeps_state")\ndef add_keeps_state() -> dict[str, int]:\n    SEEN.append(1)\n    return {"seen": len(SEEN)}\n',
      ),
    found: [
      ['mutable_state', null],
      ['mutable_state', 'add_keeps_state'],
    ],
  },
];

export const NO_START: ScenarioDefect = {
  name: 'no_start',
  edit: ({ change }) => change('app.py', (text) => `import nothing_that_exists\n${text}`),
  found: [['import_failed', null]],
};

/** A scenario for each of these defects, of the defect's name and with no other. */
export async function plantNamed(pack: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const tasks = TASK_DEFECTS.filter((defect) => defect.name === name);
    const defects = SCENARIO_DEFECTS.filter((defect) => defect.name === name);
    if (tasks.length + defects.length === 0) throw new Error(`there is no defect ${name}`);
    await plant(pack, name, tasks.length > 0 ? tasks : TASK_DEFECTS.slice(0, 1), defects);
  }
}
