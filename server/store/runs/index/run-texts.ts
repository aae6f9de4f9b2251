import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { Statement } from 'better-sqlite3';
import type { Blobs } from '../../blobs.ts';
import type { Catalog } from '../../catalog.ts';
import { textsIn } from './message-texts.ts';

const FORMAT = 1;
/** Runs read in one turn. */
const TURN = 25;
const ANSWER = 64 * 1024;
const MESSAGES = 128 * 1024;

interface Source {
  readonly n: number;
  readonly id: string;
  readonly task: string | null;
  readonly answer: string | null;
  readonly stamp: string;
}

/**
 * Words of ended runs: task, final answer and the agent's messages, in a full-text index of its own file, which is made
 * anew from the catalog when it is lost or damaged. Filled in turns.
 */
export class RunTexts implements Disposable {
  readonly #file: string;
  readonly #blobs: Blobs;
  #db: Database.Database;
  /** Revision at which a run was read, by its number. */
  readonly #read = new Map<number, number>();
  readonly #pending = new Map<number, number>();
  readonly #source: Statement<[number], Source>;
  readonly #words: Statement<[number], { json: string }>;
  readonly #attached: Statement<[number], { blob: string }>;
  /** Rises when what is found may change. */
  version = 0;

  constructor(file: string, catalog: Catalog, blobs: Blobs) {
    this.#file = file;
    this.#blobs = blobs;
    this.#source = catalog.raw.prepare(
      `SELECT n, id, substr(task, 1, ${String(ANSWER)}) AS task,
       substr(coalesce((SELECT final_answer FROM verdicts WHERE episode = n AND final_answer IS NOT NULL
         ORDER BY seq DESC LIMIT 1), final_answer), 1, ${String(ANSWER)}) AS answer,
       id || '|' || steps || '|' || ended_at || '|' || coalesce(length(final_answer), -1) || '|' ||
         coalesce((SELECT at FROM run_messages WHERE episode = n), '') AS stamp
       FROM episodes WHERE n = ? AND ended_at IS NOT NULL`,
    );
    this.#words = catalog.raw.prepare(
      'SELECT client_metadata AS json FROM steps WHERE episode = ? AND client_metadata IS NOT NULL ORDER BY seq',
    );
    this.#attached = catalog.raw.prepare('SELECT blob FROM run_messages WHERE episode = ?');
    this.#db = this.#open();
  }

  /** How many runs wait to be read. */
  get pending(): number {
    return this.#pending.size;
  }

  isRead(n: number): boolean {
    return this.#read.has(n);
  }

  /** The run changed: it is read (again) when its turn comes. */
  want(n: number, revision: number): void {
    if (this.#read.get(n) !== revision) this.#pending.set(n, revision);
  }

  forget(n: number): void {
    this.#pending.delete(n);
    if (this.#read.delete(n)) this.#guard(() => this.#drop(n));
  }

  /** Numbers of runs whose texts have the words, the last one as a beginning. */
  search(text: string): readonly number[] {
    const query = `"${text.replaceAll('"', '""')}" *`;
    let found: number[] = [];
    this.#guard(() => {
      found = this.#db
        .prepare<[string], number>('SELECT rowid FROM words WHERE words MATCH ?')
        .pluck()
        .all(query);
    });
    return found;
  }

  /** Reads some of those that wait, those that came last first. False: nothing is left. */
  fill(): boolean {
    if (this.#pending.size === 0) return false;
    const some = [...this.#pending].slice(-TURN);
    this.#guard(() => {
      this.#db.transaction(() => some.forEach(([n, revision]) => this.#put(n, revision)))();
    });
    for (const [n, revision] of some) if (this.#pending.get(n) === revision) this.#pending.delete(n);
    return this.#pending.size > 0;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #put(n: number, revision: number): void {
    const source = this.#source.get(n);
    if (source === undefined) return;
    const known = this.#db.prepare<[number], { stamp: string }>('SELECT stamp FROM runs WHERE n = ?').get(n);
    if (known?.stamp !== source.stamp) {
      this.#drop(n);
      this.#db
        .prepare('INSERT INTO words (rowid, task, answer, messages) VALUES (?, ?, ?, ?)')
        .run(n, source.task ?? '', source.answer ?? '', this.#messages(n));
      this.version++;
    }
    this.#db
      .prepare('INSERT OR REPLACE INTO runs (n, revision, stamp) VALUES (?, ?, ?)')
      .run(n, revision, source.stamp);
    this.#read.set(n, revision);
  }

  #messages(n: number): string {
    const parts: string[] = [];
    let room = MESSAGES;
    const add = (json: string): void => {
      const text = textsIn(json, room);
      parts.push(text);
      room -= text.length;
    };
    const attached = this.#attached.get(n);
    if (attached !== undefined) add(this.#blobText(attached.blob));
    for (const { json } of this.#words.iterate(n)) {
      if (room <= 0) break;
      add(json);
    }
    return parts.join('\n');
  }

  /** A blob that is lost has no words. */
  #blobText(blob: string): string {
    try {
      return zstdDecompressSync(this.#blobs.get(blob), { maxOutputLength: 64 << 20 }).toString('utf8');
    } catch {
      return '';
    }
  }

  #drop(n: number): void {
    this.#db.prepare('DELETE FROM words WHERE rowid = ?').run(n);
    this.#db.prepare('DELETE FROM runs WHERE n = ?').run(n);
  }

  #open(): Database.Database {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    try {
      return this.#prepare(new Database(this.#file));
    } catch {
      return this.#anew();
    }
  }

  #anew(): Database.Database {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(this.#file + suffix, { force: true });
    return this.#prepare(new Database(this.#file));
  }

  #prepare(db: Database.Database): Database.Database {
    try {
      // It can be made again: a power cut may cost it.
      db.pragma('synchronous = OFF');
      if (Number(db.pragma('user_version', { simple: true })) !== FORMAT) {
        db.exec(`DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS runs;
          CREATE VIRTUAL TABLE words USING fts5(task, answer, messages, content='', contentless_delete=1,
            tokenize="unicode61 remove_diacritics 2");
          CREATE TABLE runs (n INTEGER PRIMARY KEY, revision INTEGER NOT NULL, stamp TEXT NOT NULL) STRICT;
          PRAGMA user_version = ${String(FORMAT)};`);
      }
      for (const { n, revision } of db
        .prepare<[], { n: number; revision: number }>('SELECT n, revision FROM runs')
        .iterate())
        this.#read.set(n, revision);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** A damaged file is made anew; its runs are read again. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!code.startsWith('SQLITE_CORRUPT') && code !== 'SQLITE_NOTADB') throw error;
      this.#db.close();
      for (const [n, revision] of this.#read) this.#pending.set(n, revision);
      this.#read.clear();
      this.#db = this.#anew();
      this.version++;
    }
  }
}
