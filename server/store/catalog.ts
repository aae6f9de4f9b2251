import Database from 'better-sqlite3';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Compilable } from 'kysely';
import { migrate } from './migrations/index.ts';
import type { CatalogSchema } from './schema.ts';

/** Statements made from kysely queries that are kept prepared. */
const KEPT_STATEMENTS = 400;

/**
 * The catalog file. Queries are written and typed with kysely and run synchronously on better-sqlite3: kysely's own
 * drivers answer by promise, and a step must be on disk when `step()` returns.
 */
export class Catalog implements Disposable {
  readonly file: string;
  readonly raw: Database.Database;
  readonly query: Kysely<CatalogSchema>;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(file: string, options: { readonly readonly?: boolean } = {}) {
    this.file = file;
    this.raw = new Database(file, { readonly: options.readonly ?? false });
    this.query = new Kysely<CatalogSchema>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    try {
      this.#open(options.readonly ?? false);
    } catch (error) {
      this.raw.close();
      throw error;
    }
  }

  #open(readonly: boolean): void {
    this.raw.pragma('busy_timeout = 5000');
    if (readonly) return;
    this.raw.pragma('auto_vacuum = INCREMENTAL');
    this.raw.pragma('journal_mode = WAL');
    // NORMAL: what is committed survives the death of this process; a power cut may cost the last commits, not the file.
    this.raw.pragma('synchronous = NORMAL');
    // The worker writes the log back to the file: 5–12 ms of fsync that the event loop need not wait for. This is the
    // limit, 16 MiB, at which it is done here after all.
    this.raw.pragma('wal_autocheckpoint = 4000');
    this.raw.pragma('journal_size_limit = 67108864');
    migrate(this.raw, this.file);
  }

  all<Row>(query: Compilable<Row>): Row[] {
    const { sql, parameters } = query.compile();
    return this.#prepare(sql).all(...parameters) as Row[];
  }

  get<Row>(query: Compilable<Row>): Row | undefined {
    const { sql, parameters } = query.compile();
    return this.#prepare(sql).get(...parameters) as Row | undefined;
  }

  /** Returns how many rows changed. */
  run(query: Compilable): number {
    const { sql, parameters } = query.compile();
    return this.#prepare(sql).run(...parameters).changes;
  }

  /** Bytes in use, without free pages. */
  usedBytes(): number {
    const pragma = (name: string) => Number(this.raw.pragma(name, { simple: true }));
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.raw.close();
  }

  #prepare(sql: string): Database.Statement {
    const kept = this.#statements.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.raw.prepare(sql);
    if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}
