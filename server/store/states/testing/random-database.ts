import Database from 'better-sqlite3';
import { seededRandom } from '../../../../lib/util/seeded-random.ts';

/** Numbers that a seed gives again. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** From 0 up to `limit`, exclusive. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}

type Value = null | bigint | number | string | Buffer;

const SHAPES: readonly [string, ...string[]] = [
  '(id INTEGER PRIMARY KEY, a TEXT, b REAL DEFAULT 1.5, c)',
  '(id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT COLLATE NOCASE, b NUMERIC, c BLOB)',
  '(a TEXT PRIMARY KEY, b INTEGER, c REAL)',
  '(a, b, c, PRIMARY KEY (b, a))',
  '(a TEXT, b INT, c TEXT, PRIMARY KEY (c, a)) WITHOUT ROWID',
  '(a TEXT COLLATE NOCASE PRIMARY KEY, b, c DOUBLE) WITHOUT ROWID',
  '(a, b INTEGER, c TEXT)',
  '("rowid" TEXT, a REAL, b, c)',
  '(id INTEGER PRIMARY KEY, a INTEGER, b AS (a + 1), c TEXT AS (a || 1) STORED, d TEXT)',
  '(id INTEGER PRIMARY KEY, a INTEGER, b REAL, c TEXT) STRICT',
  '(id INTEGER PRIMARY KEY DESC, a, b UNIQUE, c)',
  "(id INTEGER PRIMARY KEY, a TEXT CHECK (a IS NULL OR length(a) < 100000), parent REFERENCES t0 ON DELETE CASCADE, c DEFAULT 'x')",
];

/** A database that is changed at random, schema and rows, through SQLite. */
export class RandomDatabase {
  readonly #chance: Chance;
  readonly #db = new Database(':memory:');
  #names = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#db.pragma(`page_size = ${chance.pick([512, 1024, 4096])}`);
    this.#db.pragma(`encoding = '${chance.pick(['UTF-8', 'UTF-8', 'UTF-8', 'UTF-16le', 'UTF-16be'])}'`);
    this.#db.pragma(`auto_vacuum = ${chance.pick([0, 0, 1, 2])}`);
    this.#db.pragma('foreign_keys = ON');
    for (let i = 0; i < 3; i++) this.#create();
    this.#db.exec(
      'CREATE TABLE log (what TEXT); CREATE TRIGGER noted AFTER DELETE ON t0 BEGIN INSERT INTO log VALUES (1); END',
    );
    for (let i = 0; i < 4; i++) this.mutate();
  }

  bytes(): Buffer {
    return this.#db.serialize();
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  /** One change; what SQLite refuses changes nothing. Returns what was tried. */
  mutate(): string {
    const chance = this.#chance;
    const action = chance.pick([
      'insert',
      'insert',
      'insert',
      'update',
      'update',
      'update',
      'delete',
      'delete',
      'rekey',
      'clear',
      'add column',
      'drop column',
      'rename column',
      'rename table',
      'create',
      'drop',
      'index',
      'view',
      'vacuum',
    ] as const);
    try {
      this.#act(action);
    } catch (error) {
      return `${action}: ${error instanceof Error ? error.message : String(error)}`;
    }
    return action;
  }

  #act(action: string): void {
    const chance = this.#chance;
    const table = chance.pick(this.#tables()) ?? 't0';
    const columns = this.#columns(table);
    const column = chance.pick(columns) ?? 'a';
    const name = quote(table);
    switch (action) {
      case 'insert': {
        this.#insert(name, columns);
        return;
      }
      case 'update': {
        this.#run(
          `UPDATE OR IGNORE ${name} SET ${quote(column)} = ? WHERE ${this.#where(columns)}`,
          this.#value(),
        );
        return;
      }
      case 'rekey': {
        this.#run(
          `UPDATE OR IGNORE ${name} SET ${quote(columns[0] ?? 'a')} = ? WHERE ${this.#where(columns)}`,
          this.#value(),
        );
        return;
      }
      case 'delete': {
        this.#run(`DELETE FROM ${name} WHERE ${this.#where(columns)}`);
        return;
      }
      case 'clear':
        if (chance.below(4) === 0) this.#run(`DELETE FROM ${name}`);
        return;
      case 'add column': {
        this.#run(
          `ALTER TABLE ${name} ADD COLUMN c${++this.#names} ${chance.pick(['TEXT', 'INTEGER', 'REAL', '', 'NUMERIC'])} ${chance.pick(['', "DEFAULT 'new'", 'DEFAULT 7', 'DEFAULT -2.5', "DEFAULT x'00ff'", 'DEFAULT NULL'])}`,
        );
        return;
      }
      case 'drop column': {
        this.#run(`ALTER TABLE ${name} DROP COLUMN ${quote(column)}`);
        return;
      }
      case 'rename column': {
        this.#run(`ALTER TABLE ${name} RENAME COLUMN ${quote(column)} TO r${++this.#names}`);
        return;
      }
      case 'rename table': {
        this.#run(`ALTER TABLE ${name} RENAME TO n${++this.#names}`);
        return;
      }
      case 'create': {
        this.#create();
        return;
      }
      case 'drop':
        if (table !== 't0') this.#run(`DROP TABLE ${name}`);
        return;
      case 'index': {
        this.#run(`CREATE INDEX i${++this.#names} ON ${name} (${quote(column)})`);
        return;
      }
      case 'view': {
        this.#run(`CREATE VIEW v${++this.#names} AS SELECT * FROM ${name}`);
        return;
      }
      case 'vacuum':
        if (chance.below(3) === 0) this.#db.exec('VACUUM');
    }
  }

  #create(): void {
    this.#db.exec(`CREATE TABLE t${this.#names++} ${this.#chance.pick(SHAPES)}`);
  }

  #insert(name: string, columns: readonly string[]): void {
    const chance = this.#chance;
    const some = columns.filter(() => chance.below(6) !== 0);
    if (some.length === 0) {
      this.#run(`INSERT OR IGNORE INTO ${name} DEFAULT VALUES`);
      return;
    }
    const marks = some.map(() => '?').join(', ');
    const statement = this.#db.prepare(
      `INSERT OR ${chance.pick(['IGNORE', 'REPLACE'])} INTO ${name} (${some.map(quote).join(', ')}) VALUES (${marks})`,
    );
    for (let i = chance.below(chance.below(8) === 0 ? 120 : 12); i >= 0; i--) {
      try {
        statement.run(...some.map((column) => (column === 'id' ? BigInt(chance.below(300)) : this.#value())));
      } catch {
        // A type that the table refuses; the next row may have another.
      }
    }
  }

  #where(columns: readonly string[]): string {
    const chance = this.#chance;
    const column = quote(chance.pick(columns) ?? 'a');
    return chance.pick([
      `abs(random()) % 3 = -1 OR ${column} IS NOT NULL AND length(${column}) % 3 = ${chance.below(3)}`,
      `${column} > ${chance.below(100)}`,
      `${column} IS NULL`,
      `length(quote(${column})) % 5 = ${chance.below(5)}`,
    ]);
  }

  #value(): Value {
    const chance = this.#chance;
    switch (chance.below(12)) {
      case 0:
        return null;
      case 1:
        return '';
      case 2:
        return chance.pick([
          0n,
          1n,
          -1n,
          127n,
          128n,
          -32769n,
          2n ** 31n,
          2n ** 53n,
          2n ** 53n + 1n,
          2n ** 63n - 1n,
          -(2n ** 63n),
        ]);
      case 3:
        return chance.pick([
          0.5,
          1,
          -1e300,
          1e-7,
          1e16,
          Number.POSITIVE_INFINITY,
          Number.NEGATIVE_INFINITY,
          Math.PI,
        ]);
      case 4:
        return Buffer.from('00ff80'.repeat(chance.below(5)), 'hex');
      case 5:
        return `long ${chance.below(9)} `.repeat(chance.below(chance.below(5) === 0 ? 2000 : 80));
      case 6:
        return chance.pick(['é😀', 'A', 'a', "it's", 'null', '1', '1.0']);
      default:
        return chance.below(2) === 0 ? BigInt(chance.below(200)) : `text ${chance.below(50)}`;
    }
  }

  #tables(): string[] {
    const rows = this.#db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .pluck()
      .all();
    return rows as string[];
  }

  /** Those that can be written. */
  #columns(table: string): string[] {
    return this.#db
      .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
      .pluck()
      .all(table) as string[];
  }

  #run(sql: string, ...values: Value[]): void {
    this.#db.prepare(sql).run(...values);
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
