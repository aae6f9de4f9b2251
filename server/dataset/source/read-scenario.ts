import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { goldFile, scenarioFile, taskFile } from '../../../lib/contracts/pack.ts';
import { scenarioKey } from '../../../lib/domain/scenario-key.ts';
import { createVerifier, scenarioHash } from '../hashes.ts';
import type { PackOptions } from '../pack.ts';
import type { GoldSolution, PackProblem, ScenarioSource, ScenarioSummary, Verifier } from '../types.ts';
import { FileProblem, parseJson, readOptional, readRequired } from './read-file.ts';
import { readSchema, readSeed, type SqlProblem } from './read-sql.ts';

export interface SourceTask {
  readonly text: string;
  readonly code: Verifier | undefined;
  readonly sql: Verifier | undefined;
  readonly gold: GoldSolution | undefined;
}

export interface LoadedScenario {
  readonly summary: ScenarioSummary;
  readonly source: ScenarioSource;
  readonly tasks: readonly SourceTask[];
  /** sha256 (hex) over all that was read. */
  readonly fingerprint: string;
}

export interface ReadScenario {
  /** Undefined where the scenario cannot be used at all. */
  readonly loaded: LoadedScenario | undefined;
  readonly problems: readonly PackProblem[];
}

/** Other folders (tests, shared code) may stand between the scenarios. */
export async function isScenarioFolder(path: string): Promise<boolean> {
  const isFile = (name: string): Promise<boolean> =>
    stat(join(path, name)).then(
      (found) => found.isFile(),
      () => false,
    );
  return (await isFile('scenario.json')) || (await isFile('app.py'));
}

function firstOf(problems: readonly SqlProblem[], file: string): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new FileProblem(file, `${first.message}${more}`, first.line);
}

/**
 * Reads one scenario folder. A task that cannot be read ends the list of tasks, since their numbers must not shift; a
 * verifier or gold solution that cannot be read is left out.
 */
export async function readScenarioFolder(pack: PackOptions, folder: string): Promise<ReadScenario> {
  const problems: PackProblem[] = [];
  const report = (error: unknown): void => {
    if (!(error instanceof FileProblem)) throw error;
    const line = error.line === undefined ? {} : { line: error.line };
    problems.push({ pack: pack.name, file: error.file, ...line, message: error.message });
  };
  const at = (...names: string[]): [string, string] => {
    const file = [folder, ...names].join('/');
    return [join(pack.path, folder, ...names), file];
  };
  try {
    const about = parseJson(
      await readRequired(...at('scenario.json')),
      `${folder}/scenario.json`,
      scenarioFile,
    );
    const key = scenarioKey(about.name);
    if (key === '') throw new FileProblem(`${folder}/scenario.json`, 'the name has no letter or digit');
    const code = await readRequired(...at('app.py'));
    const { tables, problems: inSchema } = readSchema(await readRequired(...at('schema.sql')));
    firstOf(inSchema, `${folder}/schema.sql`);
    const { seed, problems: inSeed } = readSeed((await readOptional(...at('seed.sql'))) ?? '');
    firstOf(inSeed, `${folder}/seed.sql`);
    const tasks = await readTasks(at, report);
    const source: ScenarioSource = {
      key,
      pack: pack.name,
      trusted: pack.trusted,
      code,
      tables,
      seed,
      hash: scenarioHash(code, tables, seed),
    };
    const summary: ScenarioSummary = {
      key,
      name: about.name,
      description: about.description,
      pack: pack.name,
      trusted: pack.trusted,
      tasks: tasks.map((task) => task.text),
      verifiers: tasks.map((task) => ({ code: task.code !== undefined, sql: task.sql !== undefined })),
      category: about.category ?? null,
      tableCount: new Set(tables.map((table) => table.name.toLowerCase())).size,
    };
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([source.hash, summary, tasks]))
      .digest('hex');
    return { loaded: { summary, source, tasks, fingerprint }, problems };
  } catch (error) {
    report(error);
    return { loaded: undefined, problems };
  }
}

type At = (...names: string[]) => [path: string, file: string];

async function readTasks(at: At, report: (error: unknown) => void): Promise<SourceTask[]> {
  const [folder, shown] = at('tasks');
  const names = await readdir(folder).catch(() => []);
  const numbered = names.filter((name) => /^\d+$/.test(name));
  const tasks: SourceTask[] = [];
  for (let idx = 0; idx < numbered.length; idx += 1) {
    try {
      tasks.push(await readTask(at, String(idx), report));
    } catch (error) {
      report(error);
      const left = numbered.length - idx;
      report(
        new FileProblem(
          `${shown}/${idx}`,
          `task ${idx} cannot be used, so ${left} tasks from it on are left out; tasks count from 0 without gaps`,
        ),
      );
      break;
    }
  }
  if (numbered.length === 0) report(new FileProblem(shown, 'there is no task; add tasks/0/task.json'));
  return tasks;
}

async function readTask(at: At, idx: string, report: (error: unknown) => void): Promise<SourceTask> {
  const file = at('tasks', idx, 'task.json');
  const task = parseJson(await readRequired(...file), file[1], taskFile);
  const read = async <T>(name: string, make: (text: string, file: string) => T): Promise<T | undefined> => {
    const [path, shown] = at('tasks', idx, name);
    try {
      const text = await readOptional(path, shown);
      return text === undefined ? undefined : make(text, shown);
    } catch (error) {
      report(error);
      return undefined;
    }
  };
  const code = await read('verify_code.py', (text, shown) => {
    requireFunction(text, shown);
    return createVerifier('code', text, { reasoning: '', successCriteria: '', failureCriteria: '' });
  });
  const sql = await read('verify_sql.py', (text, shown) => {
    requireFunction(text, shown);
    return createVerifier('sql', text, {
      reasoning: task.sql?.reasoning ?? '',
      successCriteria: task.sql?.success_criteria ?? '',
      failureCriteria: task.sql?.failure_criteria ?? '',
    });
  });
  const gold = await read('gold.json', (text, shown) => {
    const { gold: solution } = parseJson(text, shown, goldFile);
    return { calls: solution.calls, finalAnswer: solution.final_answer };
  });
  return { text: task.task, code, sql, gold };
}

function requireFunction(code: string, file: string): void {
  if (!/^def verify_/m.test(code))
    throw new FileProblem(file, 'there is no function whose name starts with verify_');
}
