import { hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import { verifierRawResponse } from '../../../lib/contracts/pack.ts';
import { createVerifier, scenarioHash } from '../hashes.ts';
import type { DatasetLog, Pack, PackOptions } from '../pack.ts';
import { Recent } from '../recent.ts';
import type {
  PackProblem,
  ScenarioSource,
  ScenarioSummary,
  Verifier,
  VerifierFile,
  VerifierMode,
} from '../types.ts';
import { assemblePack, type AssembledPack } from './assemble.ts';
import { rowDigest, type RowRef } from './file-index.ts';
import { PACK_FILES, type PackFileKind } from './files.ts';
import { loadIndexCache, sameStamp, saveIndexCache, stampFile, type FileStamp } from './index-cache.ts';
import { parseRow, type RowOf } from './row.ts';
import { runIndex } from './run-index.ts';

/** Parsed sources that are kept: about 50 public ones, of 0.16 MB each. */
const KEPT_SOURCES = 64;
const KEPT_CHARS = 8 * 1024 * 1024;

export class JsonlPack implements Pack {
  readonly kind = 'jsonl';
  readonly name: string;
  readonly path: string;
  readonly trusted: boolean;
  readonly #assembled: AssembledPack;
  readonly #summaries: ReadonlyMap<string, ScenarioSummary>;
  readonly #files: ReadonlyMap<PackFileKind, FileHandle>;
  readonly #sources = new Recent<ScenarioSource>(KEPT_SOURCES, KEPT_CHARS);

  constructor(options: PackOptions, assembled: AssembledPack, files: ReadonlyMap<PackFileKind, FileHandle>) {
    this.name = options.name;
    this.path = options.path;
    this.trusted = options.trusted;
    this.#assembled = assembled;
    this.#summaries = new Map(assembled.summaries.map((summary) => [summary.key, summary]));
    this.#files = files;
  }

  scenarios(): readonly ScenarioSummary[] {
    return this.#assembled.summaries;
  }

  problems(): readonly PackProblem[] {
    return this.#assembled.problems;
  }

  async source(key: string): Promise<ScenarioSource> {
    const kept = this.#sources.get(key);
    if (kept !== undefined) return kept;
    const rows = this.#assembled.rows.get(key);
    if (rows === undefined)
      throw new AppError('not_found', `Scenario '${key}' is not in pack '${this.name}'.`);
    const [env, db, sample] = await Promise.all([
      this.#read('envs', rows.env),
      this.#read('db', rows.db),
      rows.sample === undefined ? undefined : this.#read('sample', rows.sample),
    ]);
    const tables = db.db_schema.tables.map(({ name, ddl, indexes }) => ({
      name,
      ddl,
      indexes: indexes ?? [],
    }));
    const seed = (sample?.sample_data.tables ?? []).map((table) => ({
      tableName: table.table_name,
      insertStatements: table.insert_statements,
    }));
    const source: ScenarioSource = {
      key,
      pack: this.name,
      trusted: this.trusted,
      code: env.full_code,
      tables,
      seed,
      hash: scenarioHash(env.full_code, tables, seed),
    };
    this.#sources.set(key, source, rows.env.length + rows.db.length + (rows.sample?.length ?? 0));
    return source;
  }

  async verifier(key: string, taskIdx: number, mode: VerifierMode): Promise<Verifier | undefined> {
    const ref = this.#assembled.rows.get(key)?.[mode].get(taskIdx);
    if (ref === undefined) return undefined;
    const { verification } = await this.#read(mode, ref);
    return createVerifier(mode, verification.code, criteriaOf(verification.raw_response ?? ''));
  }

  async verifierFile(key: string, taskIdx: number, mode: VerifierMode): Promise<VerifierFile | undefined> {
    const ref = this.#assembled.rows.get(key)?.[mode].get(taskIdx);
    if (ref === undefined) return undefined;
    const { bytes } = await this.#readRow(mode, ref);
    return { kind: 'jsonl', file: PACK_FILES[mode], line: ref.line, row: bytes.toString('utf8') };
  }

  fingerprint(key: string): string | undefined {
    const rows = this.#assembled.rows.get(key);
    const summary = this.#summaries.get(key);
    if (rows === undefined || summary === undefined) return undefined;
    const digests = [rows.env, rows.db, rows.sample].map((row) => row?.digest ?? null);
    const verifiers = [rows.code, rows.sql].map((tasks) => [...tasks].map(([idx, row]) => [idx, row.digest]));
    return hash('sha256', JSON.stringify([digests, verifiers, summary.tasks.length]));
  }

  gold(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.close()));
  }

  /** Reads a row again and checks that it is the one that was indexed: the file may have been rewritten since. */
  async #read<K extends PackFileKind>(kind: K, ref: RowRef): Promise<RowOf<K>> {
    return (await this.#readRow(kind, ref)).row;
  }

  async #readRow<K extends PackFileKind>(
    kind: K,
    ref: RowRef,
  ): Promise<{ readonly row: RowOf<K>; readonly bytes: Buffer }> {
    const file = this.#files.get(kind);
    const where = `${join(this.path, PACK_FILES[kind])}, line ${ref.line}`;
    if (file === undefined) throw new AppError('pack_invalid', `${where}: the file is not open.`);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(ref.length), 0, ref.length, ref.offset);
    const same = bytesRead === ref.length && rowDigest(buffer) === ref.digest;
    const parsed = same ? parseRow(kind, buffer) : undefined;
    if (parsed?.ok !== true) {
      throw new AppError(
        'pack_invalid',
        `${where}: the file changed after it was indexed. Restart the server to index it again.`,
        { details: { pack: this.name, file: PACK_FILES[kind], line: ref.line } },
      );
    }
    return { row: parsed.row, bytes: buffer };
  }
}

/** `raw_response` is JSON text; '' and anything else give empty criteria. */
function criteriaOf(raw: string): { reasoning: string; successCriteria: string; failureCriteria: string } {
  const none = { reasoning: '', successCriteria: '', failureCriteria: '' };
  if (raw.trim() === '') return none;
  try {
    const parsed = verifierRawResponse.safeParse(JSON.parse(raw));
    if (!parsed.success) return none;
    return {
      reasoning: parsed.data.reasoning ?? '',
      successCriteria: parsed.data.success_criteria ?? '',
      failureCriteria: parsed.data.failure_criteria ?? '',
    };
  } catch {
    return none;
  }
}

/**
 * Opens a JSONL pack, from the cached index where its files have not changed.
 * @param present the files that the folder has
 * @throws AppError pack_invalid
 */
export async function openJsonlPack(
  options: PackOptions & {
    readonly present: readonly PackFileKind[];
    readonly cacheDir: string;
    readonly log: DatasetLog;
  },
): Promise<JsonlPack> {
  const started = performance.now();
  const pathOf = (kind: PackFileKind): string => join(options.path, PACK_FILES[kind]);
  const stamps = new Map<PackFileKind, FileStamp>();
  for (const kind of options.present) stamps.set(kind, await stamp(pathOf(kind)));
  const cached = await loadIndexCache(options.cacheDir, options.path);
  const usable = new Map(
    [...cached].filter(([kind, entry]) => {
      const now = stamps.get(kind);
      return now !== undefined && sameStamp(now, entry.stamp);
    }),
  );
  const jobs = [...stamps].flatMap(([kind, { size }]) =>
    usable.has(kind) ? [] : [{ kind, path: pathOf(kind), size }],
  );
  for (const [kind, index] of await runIndex(jobs)) {
    const now = stamps.get(kind);
    if (now !== undefined) usable.set(kind, { stamp: now, index });
  }
  if (jobs.length > 0) {
    await saveIndexCache(options.cacheDir, options.path, usable).catch((error: unknown) => {
      options.log.warn(
        { err: error, cacheDir: options.cacheDir },
        'the pack index could not be kept; the next start reads the pack again',
      );
    });
  }
  const assembled = assemblePack(options, new Map([...usable].map(([kind, { index }]) => [kind, index])));
  const files = await openAll([...stamps.keys()], pathOf);
  options.log.info(
    {
      pack: options.name,
      scenarios: assembled.summaries.length,
      indexed: jobs.length,
      ms: Math.round(performance.now() - started),
    },
    'pack opened',
  );
  return new JsonlPack(options, assembled, files);
}

async function openAll(
  kinds: readonly PackFileKind[],
  pathOf: (kind: PackFileKind) => string,
): Promise<Map<PackFileKind, FileHandle>> {
  const files = new Map<PackFileKind, FileHandle>();
  try {
    for (const kind of kinds) files.set(kind, await open(pathOf(kind), 'r'));
    return files;
  } catch (error) {
    await Promise.all([...files.values()].map((file) => file.close()));
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('pack_invalid', `${reason}. Was the pack changed while it was opened? Start again.`, {
      cause: error,
    });
  }
}

async function stamp(path: string): Promise<FileStamp> {
  try {
    return await stampFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'pack_invalid',
      `${path} cannot be read: ${reason}. Check the file and its permissions.`,
      { cause: error },
    );
  }
}
