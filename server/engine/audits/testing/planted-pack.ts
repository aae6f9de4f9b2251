import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditCode } from '../../../../lib/contracts/audits.ts';
import { PROJECT_DIR } from '../../../config.ts';

/** One defect in an otherwise sound scenario, and all that an audit must find of it beside what is worth knowing. */
export interface Defect {
  readonly name: string;
  readonly edit: (edit: ScenarioEdit) => Promise<void>;
  /** code, and of which task or tool. */
  readonly found: readonly (readonly [AuditCode, number | string | null])[];
}

export interface ScenarioEdit {
  readonly dir: string;
  readonly change: (file: string, edit: (text: string) => string) => Promise<void>;
  /** Before the app is served. */
  readonly addRoutes: (code: string) => Promise<void>;
}

const TASKS = [0, 2];

/** The starter pack's household budget under another name, with two tasks: 0 only writes, 1 also reports. */
export async function plant(pack: string, { name, edit }: Pick<Defect, 'name' | 'edit'>): Promise<void> {
  const origin = join(PROJECT_DIR, 'scenarios', 'household_budget');
  const dir = join(pack, name);
  for (const file of ['app.py', 'schema.sql', 'seed.sql', 'scenario.json'])
    await cp(join(origin, file), join(dir, file));
  for (const [idx, task] of TASKS.entries())
    await cp(join(origin, 'tasks', String(task)), join(dir, 'tasks', String(idx)), { recursive: true });
  const change: ScenarioEdit['change'] = async (file, by) => {
    const path = join(dir, file);
    const before = await readFile(path, 'utf8');
    const after = by(before);
    if (after === before) throw new Error(`${name}: the edit of ${file} changes nothing`);
    await writeFile(path, after);
  };
  await change('scenario.json', (text) => text.replace('"household_budget"', JSON.stringify(name)));
  await edit({
    dir,
    change,
    addRoutes: (code) =>
      change('app.py', (text) => text.replace('\nif __name__ ==', `\n${code}\n\nif __name__ ==`)),
  });
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

const CODE_0 = 'tasks/0/verify_code.py';
const CODE_1 = 'tasks/1/verify_code.py';
const BOOKED = `rows("SELECT id FROM transactions WHERE amount = -18.4 AND memo = 'Breakfast with Elif'")`;

export const DEFECTS: readonly Defect[] = [
  {
    name: 'sound',
    edit: () => Promise.resolve(),
    found: [],
  },
  {
    name: 'trivial',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(
          `    return {"result": "complete" if rows("SELECT id FROM accounts WHERE name = 'Cash wallet'") else "others"}\n`,
        ),
      ),
    found: [['trivial_verifier', 0]],
  },
  {
    name: 'trivial_with_words',
    edit: ({ change }) =>
      change(
        CODE_1,
        verifier(
          `    if not rows("SELECT id FROM accounts WHERE name = 'Savings'"):\n        return {"result": "others"}\n    return {"result": "complete" if final_answer else "others"}\n`,
        ),
      ),
    found: [
      ['trivial_verifier', 1],
      ['ignores_answer', 1],
    ],
  },
  {
    name: 'vacuous',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(
          `    booked = ${BOOKED}\n    if len(booked) >= 0:\n        return {"result": "complete"}\n    return {"result": "others"}\n`,
        ),
      ),
    found: [
      ['trivial_verifier', 0],
      ['vacuous_verifier', 0],
    ],
  },
  {
    name: 'vacuous_sql',
    edit: ({ change }) =>
      change(
        'tasks/0/verify_sql.py',
        () => 'def verify_task(initial_db_path, final_db_path):\n    return {"booked": 1}\n',
      ),
    found: [['vacuous_verifier', 0]],
  },
  {
    name: 'only_absence',
    // Trivial, but not vacuous: a final state with such a row is refused.
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(
          `    return {"result": "others" if rows("SELECT id FROM payees WHERE name = 'Nobody'") else "complete"}\n`,
        ),
      ),
    found: [['trivial_verifier', 0]],
  },
  {
    name: 'refuses_gold',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(
          `    return {"result": "complete" if rows("SELECT id FROM transactions WHERE amount = -999") else "others"}\n`,
        ),
      ),
    found: [['unsatisfiable_verifier', 0]],
  },
  {
    name: 'missing_table',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(
          `    booked = rows("SELECT id FROM bookings WHERE amount = -18.4")\n    if not booked:\n        return {"result": "others"}\n    return {"result": "complete"}\n`,
        ),
      ),
    found: [
      ['unsatisfiable_verifier', 0],
      ['unsatisfiable_verifier', 0],
    ],
  },
  {
    name: 'missing_column',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(
          `    odd = rows("SELECT id FROM accounts WHERE frozen = 1")\n    booked = ${BOOKED}\n    if booked and not odd:\n        return {"result": "complete"}\n    return {"result": "others"}\n`,
        ),
      ),
    found: [['broken_query', 0]],
  },
  {
    name: 'never_says_complete',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(`    if ${BOOKED}:\n        return {"result": "done"}\n    return {"result": "others"}\n`),
      ),
    found: [
      ['unsatisfiable_verifier', 0],
      ['unsatisfiable_verifier', 0],
    ],
  },
  {
    name: 'always_raises',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(`    if booked:\n        return {"result": "complete"}\n    return {"result": "others"}\n`),
      ),
    found: [
      ['unsatisfiable_verifier', 0],
      ['unsatisfiable_verifier', 0],
      ['verifier_failed', 0],
    ],
  },
  {
    name: 'raises_untouched',
    edit: ({ change }) =>
      change(
        CODE_0,
        verifier(`    first = ${BOOKED}[0]\n    return {"result": "complete" if first else "others"}\n`),
      ),
    found: [['verifier_failed', 0]],
  },
  {
    name: 'endless',
    edit: ({ change }) =>
      change(CODE_0, verifier('    while True:\n        pass\n    return {"result": "complete"}\n')),
    found: [['verifier_failed', 0]],
  },
  {
    name: 'trusts_answer',
    edit: ({ change }) =>
      change(
        CODE_1,
        verifier(
          `    kept = rows("SELECT month FROM allocations")\n    said = (final_answer or "").lower()\n    if "eating out" in said and "38.40" in said and kept is not None:\n        return {"result": "complete"}\n    return {"result": "others"}\n`,
        ),
      ),
    found: [['trusts_answer', 1]],
  },
  {
    name: 'reads_nothing',
    edit: ({ change }) =>
      change(
        CODE_1,
        () =>
          `${HEAD}    said = (final_answer or "").lower()\n    return {"result": "complete" if "eating out" in said and "38.40" in said else "others"}\n`,
      ),
    found: [['trusts_answer', 1]],
  },
  {
    name: 'ignores_answer',
    edit: ({ change }) =>
      change(CODE_1, (text) =>
        text
          .replace(/ {4}if not \(says\(category[^\n]*\n {8}return others\n/, '')
          .replaceAll('final_answer or ""', '""'),
      ),
    found: [['ignores_answer', 1]],
  },
  {
    name: 'takes_any_answer',
    edit: ({ change }) =>
      change(CODE_1, (text) =>
        text.replace(/if not \(says\(category[^\n]*/, 'if not (final_answer or "").strip():'),
      ),
    found: [['ignores_answer', 1]],
  },
  {
    name: 'writes',
    edit: ({ change }) =>
      change(CODE_0, (text) =>
        text.replace(
          '    before, after =',
          '    try:\n        sqlite3.connect(final_db_path).execute("DELETE FROM import_rows")\n    except sqlite3.Error:\n        pass\n    before, after =',
        ),
      ),
    found: [['verifier_writes', 0]],
  },
  {
    name: 'verifier_clock',
    edit: ({ change }) =>
      change(CODE_0, (text) =>
        text.replace(
          '    before, after =',
          '    from datetime import datetime\n    if datetime.now().year < 2000:\n        return others\n    before, after =',
        ),
      ),
    found: [['verifier_reads_clock', 0]],
  },
  {
    name: 'gold_fails',
    edit: ({ change }) =>
      change('tasks/0/gold.json', (text) =>
        text.replace('"tool": "record_transaction"', '"tool": "record_it"'),
      ),
    found: [['gold_fails', 0]],
  },
  {
    name: 'duplicate',
    edit: async ({ dir, change }) => {
      const first = JSON.parse(await readFile(join(dir, 'tasks/0/task.json'), 'utf8')) as { task: string };
      await change('tasks/1/task.json', (text) =>
        JSON.stringify({ ...(JSON.parse(text) as object), task: first.task.toUpperCase() }),
      );
    },
    found: [['duplicate_task', 1]],
  },
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
        '@app.get("/spare/{spare_id}", operation_id="get_spare")\ndef get_spare(spare_id: str) -> dict[str, str]:\n    return {"spare": spare_id}\n\n\n@app.get("/spare/all", operation_id="list_spares")\ndef list_spares() -> dict[str, str]:\n    return {"spare": "all"}\n',
      ),
    found: [['shadowed_route', 'list_spares']],
  },
  {
    name: 'uncallable',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/spare/{spare_id}", operation_id="get_spare")\ndef get_spare(spare_id: int) -> dict[str, str]:\n    raise RuntimeError("not written yet")\n',
      ),
    found: [['uncallable_tool', 'get_spare']],
  },
  {
    name: 'always_500',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/spare/{spare_id}", operation_id="get_spare")\ndef get_spare(spare_id: int) -> dict[str, str]:\n    raise HTTPException(500, "out of order")\n',
      ),
    found: [['uncallable_tool', 'get_spare']],
  },
  {
    name: 'misclassed_500',
    edit: ({ addRoutes }) =>
      addRoutes(
        '@app.get("/spare/{spare_id}", operation_id="get_spare")\ndef get_spare(spare_id: int) -> dict[str, str]:\n    if spare_id > 900:\n        raise HTTPException(503, "Spare not found in the cache")\n    return {}\n',
      ),
    found: [['server_error_misclassed', 'get_spare']],
  },
  {
    name: 'by_chance',
    edit: ({ addRoutes }) =>
      addRoutes(
        'import time\n\n\n@app.get("/spare", operation_id="get_spare")\ndef get_spare() -> dict[str, int]:\n    return {"took": time.perf_counter_ns()}\n',
      ),
    found: [['nondeterministic', 'get_spare']],
  },
  {
    name: 'keeps_state',
    edit: ({ addRoutes }) =>
      addRoutes(
        'SEEN: list[int] = []\n\n\n@app.post("/spare", operation_id="add_spare")\ndef add_spare() -> dict[str, int]:\n    SEEN.append(1)\n    return {"seen": len(SEEN)}\n',
      ),
    found: [
      ['mutable_state', null],
      ['mutable_state', 'add_spare'],
    ],
  },
  {
    name: 'no_start',
    edit: ({ change }) => change('app.py', (text) => `import nothing_that_exists\n${text}`),
    found: [['import_failed', null]],
  },
];
