import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { DatasetLog, Pack, PackOptions } from '../pack.ts';
import type {
  GoldSolution,
  PackProblem,
  ScenarioSource,
  ScenarioSummary,
  Verifier,
  VerifierFile,
  VerifierMode,
} from '../types.ts';
import {
  isScenarioFolder,
  readScenarioFolder,
  type LoadedScenario,
  type ReadScenario,
} from './read-scenario.ts';
import { watchFolder, type FolderWatcher } from './watch-folder.ts';

interface FolderState {
  readonly loaded: LoadedScenario | undefined;
  readonly problems: readonly PackProblem[];
}

/** A folder of scenario folders, held in memory (60–150 KB a scenario) and read again when its files change. */
export class SourcePack implements Pack {
  readonly kind = 'source';
  readonly name: string;
  readonly path: string;
  readonly trusted: boolean;
  readonly #options: PackOptions;
  readonly #log: DatasetLog;
  readonly #folders = new Map<string, FolderState>();
  #byKey: ReadonlyMap<string, LoadedScenario> = new Map();
  #problems: readonly PackProblem[] = [];
  #watcher: FolderWatcher | undefined;
  #reloading: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: PackOptions, log: DatasetLog) {
    this.#options = options;
    this.#log = log;
    this.name = options.name;
    this.path = options.path;
    this.trusted = options.trusted;
  }

  /** Reads every folder. @throws AppError pack_invalid */
  load(): Promise<void> {
    const loading = this.#load();
    this.#reloading = loading.catch(() => undefined);
    return loading;
  }

  async #load(): Promise<void> {
    for (const folder of await this.#listFolders()) {
      this.#folders.set(folder, await readScenarioFolder(this.#options, folder));
    }
    this.#index();
  }

  /** Reads folders again when their files change and tells the keys that changed by it. */
  watch(onChange: (keys: readonly string[]) => void): void {
    this.#watcher = watchFolder(
      this.path,
      (subfolders) => {
        this.#reloading = this.#reloading.then(() =>
          this.#closed ? undefined : this.#reload(subfolders, onChange),
        );
      },
      (error) => {
        this.#log.warn(
          { err: error, pack: this.name },
          'the pack is no longer watched; restart to see edits',
        );
      },
    );
  }

  scenarios(): readonly ScenarioSummary[] {
    return [...this.#byKey.values()].map((loaded) => loaded.summary);
  }

  problems(): readonly PackProblem[] {
    return this.#problems;
  }

  source(key: string): Promise<ScenarioSource> {
    const loaded = this.#byKey.get(key);
    if (loaded !== undefined) return Promise.resolve(loaded.source);
    return Promise.reject(new AppError('not_found', `Scenario '${key}' is not in pack '${this.name}'.`));
  }

  verifier(key: string, taskIdx: number, mode: VerifierMode): Promise<Verifier | undefined> {
    return Promise.resolve(this.#byKey.get(key)?.tasks[taskIdx]?.[mode]);
  }

  verifierFile(key: string, taskIdx: number, mode: VerifierMode): Promise<VerifierFile | undefined> {
    const code = this.#byKey.get(key)?.tasks[taskIdx]?.[mode]?.code;
    const [folder] = [...this.#folders].find(([, { loaded }]) => loaded === this.#byKey.get(key)) ?? [];
    if (code === undefined || folder === undefined) return Promise.resolve(undefined);
    return Promise.resolve({ kind: 'source', file: `${folder}/tasks/${taskIdx}/verify_${mode}.py`, code });
  }

  fingerprint(key: string): string | undefined {
    return this.#byKey.get(key)?.fingerprint;
  }

  gold(key: string, taskIdx: number): Promise<GoldSolution | undefined> {
    return Promise.resolve(this.#byKey.get(key)?.tasks[taskIdx]?.gold);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#watcher?.close();
    await this.#reloading;
  }

  async #listFolders(): Promise<string[]> {
    try {
      const entries = await readdir(this.path, { withFileTypes: true });
      const names = entries
        .filter((entry) => !entry.isFile() && !/^[._]/.test(entry.name))
        .map((entry) => entry.name);
      const kept = await Promise.all(names.map((name) => isScenarioFolder(join(this.path, name))));
      return names.filter((_, idx) => kept[idx]).sort();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AppError('pack_invalid', `Data folder ${this.path} cannot be read: ${reason}.`, {
        cause: error,
      });
    }
  }

  async #reload(
    subfolders: ReadonlySet<string | undefined>,
    onChange: (keys: readonly string[]) => void,
  ): Promise<void> {
    const before = this.#byKey;
    try {
      const present = new Set(await this.#listFolders());
      const touched = [...present].filter((folder) => subfolders.has(undefined) || subfolders.has(folder));
      for (const folder of touched) {
        this.#folders.set(
          folder,
          keepGood(this.#folders.get(folder), await readScenarioFolder(this.#options, folder)),
        );
      }
      for (const folder of this.#folders.keys()) {
        if (!present.has(folder)) this.#folders.delete(folder);
      }
    } catch (error) {
      this.#log.warn(
        { err: error, pack: this.name },
        'the pack could not be read again; the last good version stays',
      );
      return;
    }
    this.#index();
    const keys = [...new Set([...before.keys(), ...this.#byKey.keys()])].filter(
      (key) => before.get(key)?.fingerprint !== this.#byKey.get(key)?.fingerprint,
    );
    if (this.#closed) return;
    this.#log.info({ pack: this.name, changed: keys, problems: this.#problems.length }, 'pack read again');
    onChange(keys);
  }

  #index(): void {
    const byKey = new Map<string, LoadedScenario>();
    const problems: PackProblem[] = [];
    for (const folder of [...this.#folders.keys()].sort()) {
      const state = this.#folders.get(folder);
      problems.push(...(state?.problems ?? []));
      if (state?.loaded === undefined) continue;
      const { key } = state.loaded.summary;
      if (byKey.has(key)) {
        const message = `scenario '${key}' is already read from another folder of this pack; rename one of them`;
        problems.push({ pack: this.name, file: `${folder}/scenario.json`, message });
      } else {
        byKey.set(key, state.loaded);
      }
    }
    this.#byKey = byKey;
    this.#problems = problems;
  }
}

/** A broken edit keeps the last version that had no problem; it is told all the same. */
function keepGood(before: FolderState | undefined, now: ReadScenario): FolderState {
  const broken = now.loaded === undefined || now.problems.length > 0;
  if (!broken || before?.loaded === undefined) return now;
  const keep = now.loaded === undefined || before.problems.length === 0 || isKept(before);
  if (!keep) return now;
  return { loaded: before.loaded, problems: now.problems.map(addKept) };
}

const KEPT = '; the last good version stays in use';

function addKept(problem: PackProblem): PackProblem {
  return { ...problem, message: `${problem.message}${KEPT}` };
}

function isKept(state: FolderState): boolean {
  return state.problems.some((problem) => problem.message.endsWith(KEPT));
}
