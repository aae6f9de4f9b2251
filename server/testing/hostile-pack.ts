import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../config.ts';
import { writeTinyScenario } from './tiny-pack.ts';

/** The runtime's hostile scenarios as a source pack, beside a well-behaved `tiny`. */
export interface HostilePack extends AsyncDisposable {
  readonly dir: string;
  /** Keys; each has the tool `run`, which misbehaves, and `ping`. */
  readonly hostile: readonly string[];
}

const FIXTURES = join(PROJECT_DIR, 'runtime', 'tests', 'fixtures', 'hostile');

export async function createHostilePack(): Promise<HostilePack> {
  const dir = await mkdtemp(join(tmpdir(), 'awm-hostile-'));
  await writeTinyScenario(dir);
  const names = (await readdir(FIXTURES)).filter((name) => name.endsWith('.py')).sort();
  for (const name of names) {
    const folder = join(dir, name.slice(0, -3));
    await mkdir(folder);
    const about = { name: name.slice(0, -3), description: 'It misbehaves', category: 'test' };
    await writeFile(join(folder, 'scenario.json'), JSON.stringify(about));
    await writeFile(join(folder, 'app.py'), await readFile(join(FIXTURES, name)));
    await writeFile(join(folder, 'schema.sql'), 'CREATE TABLE kept (id INTEGER PRIMARY KEY);\n');
    await writeFile(join(folder, 'seed.sql'), 'INSERT INTO kept VALUES (1);\n');
  }
  return {
    dir,
    hostile: names.map((name) => name.slice(0, -3)),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
