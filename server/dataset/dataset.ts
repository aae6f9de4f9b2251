import { basename, resolve } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { scenarioKey } from '../../lib/domain/scenario-key.ts';
import { openPack } from './open-pack.ts';
import type { DatasetLog, Pack } from './pack.ts';
import type {
  Dataset,
  GoldSolution,
  PackInfo,
  PackProblem,
  ScenarioSource,
  ScenarioSummary,
  Verifier,
  VerifierFile,
  VerifierMode,
} from './types.ts';

export interface DatasetOptions {
  readonly packs: readonly { readonly path: string; readonly trusted: boolean; readonly name?: string }[];
  /** Where indexes of JSONL packs are kept; made when needed. */
  readonly cacheDir: string;
  /** Read source packs again when their files change. */
  readonly watch: boolean;
  readonly log?: DatasetLog;
}

const SILENT: DatasetLog = { info: () => undefined, warn: () => undefined };
const NAMED_CLASHES = 10;

class JoinedDataset implements Dataset {
  readonly #packs: Pack[] = [];
  readonly #listeners = new Set<(keys: readonly string[]) => void>();
  #byKey = new Map<string, { readonly summary: ScenarioSummary; readonly pack: Pack }>();
  #list: readonly ScenarioSummary[] = [];
  #infos: readonly PackInfo[] = [];
  #json: string | undefined;

  add(pack: Pack): void {
    this.#packs.push(pack);
    this.#join();
  }

  changed(keys: readonly string[]): void {
    this.#join();
    if (keys.length === 0) return;
    for (const listener of this.#listeners) listener(keys);
  }

  packs(): readonly PackInfo[] {
    return this.#infos;
  }

  list(): readonly ScenarioSummary[] {
    return this.#list;
  }

  listJson(): string {
    this.#json ??= asciiJson(
      this.#list.map(({ key, description, tasks }) => ({
        name: key,
        description,
        num_tasks: tasks.length,
        tasks,
      })),
    );
    return this.#json;
  }

  find(name: string): ScenarioSummary | undefined {
    return (this.#byKey.get(name) ?? this.#byKey.get(scenarioKey(name)))?.summary;
  }

  async source(key: string): Promise<ScenarioSource> {
    const entry = this.#byKey.get(key);
    if (entry === undefined) {
      throw new AppError(
        'not_found',
        `Scenario '${key}' is in none of the packs: ${this.#packs.map((pack) => pack.path).join(', ')}.`,
      );
    }
    return entry.pack.source(key);
  }

  async verifier(key: string, taskIdx: number, mode: VerifierMode): Promise<Verifier | undefined> {
    return this.#byKey.get(key)?.pack.verifier(key, taskIdx, mode);
  }

  async verifierFile(key: string, taskIdx: number, mode: VerifierMode): Promise<VerifierFile | undefined> {
    return this.#byKey.get(key)?.pack.verifierFile(key, taskIdx, mode);
  }

  fingerprint(key: string): string | undefined {
    return this.#byKey.get(key)?.pack.fingerprint(key);
  }

  async gold(key: string, taskIdx: number): Promise<GoldSolution | undefined> {
    return this.#byKey.get(key)?.pack.gold(key, taskIdx);
  }

  onChange(listener: (keys: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    await Promise.all(this.#packs.map((pack) => pack[Symbol.asyncDispose]()));
  }

  #join(): void {
    const byKey = new Map<string, { readonly summary: ScenarioSummary; readonly pack: Pack }>();
    this.#infos = this.#packs.map((pack) => {
      const clashes = new Map<Pack, string[]>();
      let used = 0;
      for (const summary of pack.scenarios()) {
        const first = byKey.get(summary.key);
        if (first === undefined) {
          byKey.set(summary.key, { summary, pack });
          used += 1;
        } else {
          clashes.set(first.pack, [...(clashes.get(first.pack) ?? []), summary.key]);
        }
      }
      const problems = [...pack.problems(), ...[...clashes].map(([first, keys]) => clash(pack, first, keys))];
      return {
        name: pack.name,
        path: pack.path,
        kind: pack.kind,
        trusted: pack.trusted,
        scenarios: used,
        problems,
      };
    });
    this.#byKey = byKey;
    this.#list = [...byKey.values()].map((entry) => entry.summary);
    this.#json = undefined;
  }
}

function clash(pack: Pack, first: Pack, keys: readonly string[]): PackProblem {
  const named = keys.slice(0, NAMED_CLASHES).map((key) => `'${key}'`);
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : '';
  const message = `${named.join(', ')}${more}: already in pack '${first.name}', which comes first and is used; rename them or give the packs in another order`;
  return { pack: pack.name, file: '.', message };
}

/** Short names, unique: a second pack of the same folder name is `name-2`. */
function nameOf(pack: DatasetOptions['packs'][number], taken: ReadonlySet<string>): string {
  const base = pack.name ?? (basename(resolve(pack.path)) || 'pack');
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Opens packs (JSONL or source folders) and joins them; the first pack that has a key wins. Problems of single rows and
 * files are in `packs()`. @throws AppError pack_invalid where a folder is missing, unreadable or no pack
 */
export async function createDataset(options: DatasetOptions): Promise<Dataset> {
  const dataset = new JoinedDataset();
  const log = options.log ?? SILENT;
  const taken = new Set<string>();
  try {
    for (const pack of options.packs) {
      const name = nameOf(pack, taken);
      taken.add(name);
      const onChange = options.watch
        ? (keys: readonly string[]): void => {
            dataset.changed(keys);
          }
        : undefined;
      dataset.add(
        await openPack({
          name,
          path: resolve(pack.path),
          trusted: pack.trusted,
          cacheDir: options.cacheDir,
          log,
          onChange,
        }),
      );
    }
  } catch (error) {
    await dataset[Symbol.asyncDispose]();
    throw error;
  }
  for (const { problems } of dataset.packs()) {
    for (const { pack, file, line, message } of problems.slice(0, NAMED_CLASHES))
      log.warn({ pack, file, line }, message);
  }
  return dataset;
}

/** JSON in ASCII alone: V8 keeps it at a byte a character, and encodes 4 MB of it in a third of the time. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
