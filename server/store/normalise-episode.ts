import { hash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EndRow } from '../../lib/domain/end-rows.ts';
import { NormalState } from '../../lib/domain/normal-state.ts';
import type { Advance } from '../../lib/domain/normal-state.ts';
import type { DatabaseRows } from '../../lib/domain/rows.ts';
import { Blobs } from './blobs.ts';
import { Catalog } from './catalog.ts';
import { readRows } from './read-rows.ts';
import { Snapshots } from './snapshots.ts';

/** What the worker found of one step. */
export interface NormalResult {
  readonly seq: number;
  readonly normalised: string | null;
  /** Why there is none. */
  readonly problem: string | null;
  readonly tablesTouched: readonly string[] | null;
  readonly masked: Advance['masked'];
}

/** The rows that an episode left behind, by the normalised hash of its last state. */
export interface EndResult {
  readonly hash: string;
  /** Null where they are not kept, with the reason. */
  readonly rows: readonly EndRow[] | null;
  readonly problem: string | null;
}

/** Rows of an end that are kept; a run that changes more is told apart by its hash alone. */
const END_ROWS = 2_000;

/** Of one database, in the worker: 113 rows are the sample's usual size, 0.4 ms. */
export const ROW_LIMITS = { bytes: 64 << 20, rows: 500_000, ms: 5000 };
/** Bytes searched per step for texts that were there before: about a second. */
export const SCAN_BYTES = 4e9;
/** Episodes followed at once; one that was dropped is read again from its beginning. */
const FOLLOWED = 64;
const SEEDS = 32;

interface Followed {
  /** Null where the episode's first state could not be read: then there is nothing to compare with. */
  readonly state: NormalState | null;
  seq: number;
  /** The last state that could be read. */
  hash: string;
  /** Of the last state; null, with the reason, where it could not be read. */
  normalised: string | null;
  problem: string | null;
  /** Between which times the episode was played, where its steps have none of their own. */
  readonly clock: { readonly from: number; readonly to: number } | null;
  /** Arguments of calls whose state is not known: the next state holds what they wrote too. */
  unseen: string;
}

/** Characters of arguments that are carried to the next state. */
const UNSEEN = 262_144;

type Step = ReturnType<EpisodeNormaliser['stepsOf']>[number];

/** Computes normalised hashes from what the catalog holds; reads it only. Lives in the worker thread. */
export class EpisodeNormaliser implements Disposable {
  readonly #catalog: Catalog;
  readonly #snapshots: Snapshots;
  #writer: Database.Database | undefined;
  readonly #followed = new Map<number, Followed>();
  readonly #seeds = new Map<string, DatabaseRows>();

  constructor(homeDir: string) {
    this.#catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
    this.#snapshots = new Snapshots(this.#catalog, new Blobs(homeDir, this.#catalog));
  }

  /** Yields results for the steps that wait, in order. */
  *episode(n: number): Generator<NormalResult> {
    const followed = this.#follow(n);
    if (followed === undefined) return;
    for (const step of this.stepsOf(n, followed.seq)) {
      const result = this.#step(followed, step);
      if (step.normal_state === 0) yield result;
    }
  }

  /** Of an episode that has ended: what it left behind. Undefined while it runs, or where its last state has no hash. */
  end(n: number): EndResult | undefined {
    const episode = this.#catalog.get(
      this.#catalog.query.selectFrom('episodes').select(['ended_at', 'steps']).where('n', '=', n),
    );
    if (episode === undefined || episode.ended_at === null) return undefined;
    const followed = this.#follow(n);
    if (followed === undefined || followed.seq < episode.steps) return undefined;
    const { normalised, state } = followed;
    if (normalised === null || state === null) return undefined;
    const rows = state.rows(END_ROWS) ?? null;
    return { hash: normalised, rows, problem: rows === null ? `more than ${END_ROWS} rows changed` : null };
  }

  /** What was found of an episode was lost: it is read again from its beginning. */
  forget(n: number): void {
    this.#followed.delete(n);
  }

  stepsOf(n: number, after: number) {
    const query = this.#catalog.query
      .selectFrom('steps')
      .select(['seq', 'arguments', 'started_at', 'duration', 'db_after', 'wrote', 'problem', 'normal_state'])
      .where('episode', '=', n)
      .where('seq', '>', after)
      .orderBy('seq');
    return this.#catalog.all(query);
  }

  /** Writes the catalog's log back as far as it goes without waiting for anybody. Never throws: the log only grows. */
  checkpoint(): void {
    try {
      this.#writer ??= new Database(this.#catalog.file, { timeout: 0, fileMustExist: true });
      this.#writer.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk: the main connection's limit tries again.
    }
  }

  [Symbol.dispose](): void {
    this.#writer?.close();
    this.#catalog[Symbol.dispose]();
  }

  #step(followed: Followed, step: Step): NormalResult {
    followed.seq = step.seq;
    const { state } = followed;
    let advance: Advance = { tablesTouched: [], masked: [] };
    if (
      step.problem !== null &&
      step.wrote === 0 &&
      step.arguments !== null &&
      followed.unseen.length < UNSEEN
    )
      followed.unseen += `${step.arguments}\n`;
    if (step.wrote === 1 && state !== null) {
      try {
        advance = this.#advance(followed, state, step);
        followed.normalised = sha256(state.text());
        followed.problem = null;
      } catch (error) {
        followed.normalised = null;
        followed.problem = reason(error);
      }
    }
    const { problem, normalised } = followed;
    const tablesTouched = problem === null ? advance.tablesTouched : null;
    return { seq: step.seq, normalised, problem, tablesTouched, masked: advance.masked };
  }

  #advance(followed: Followed, state: NormalState, step: Step): Advance {
    let before: Buffer | undefined;
    const after = this.#snapshots.rebuild(step.db_after).bytes;
    let scanned = 0;
    const { from, to } = followed.clock ?? {
      from: step.started_at,
      to: step.started_at + step.duration,
    };
    const zone = -new Date(from).getTimezoneOffset() * 60_000;
    const given = followed.unseen === '' ? step.arguments : followed.unseen + (step.arguments ?? '');
    followed.unseen = '';
    const advance = state.advance(readRows(after, ROW_LIMITS), {
      startMs: from,
      endMs: to,
      argumentsJson: given,
      zones: zone === 0 ? [0] : [0, zone],
      existed: (text) => {
        before ??= this.#snapshots.rebuild(followed.hash).bytes;
        scanned += before.length;
        return scanned < SCAN_BYTES && before.includes(text);
      },
    });
    followed.hash = step.db_after;
    return advance;
  }

  #follow(n: number): Followed | undefined {
    const found = this.#followed.get(n);
    this.#followed.delete(n);
    const followed = found ?? this.#start(n);
    if (followed === undefined) return undefined;
    this.#followed.set(n, followed);
    if (this.#followed.size > FOLLOWED) this.#followed.delete(this.#followed.keys().next().value ?? -1);
    return followed;
  }

  #start(n: number): Followed | undefined {
    const query = this.#catalog.query
      .selectFrom('episodes')
      .select(['scenario', 'scenario_hash', 'base_hash', 'base_normalised', 'clock_from', 'clock_to'])
      .where('n', '=', n);
    const episode = this.#catalog.get(query);
    if (episode === undefined) return undefined;
    const { clock_from: from, clock_to: to } = episode;
    const clock = from === null || to === null ? null : { from, to };
    const first = { seq: 0, hash: episode.base_hash, clock, unseen: '' };
    try {
      const seed = this.#seed(episode.base_hash);
      const state = new NormalState(
        episode.scenario_hash,
        seed,
        columnRules(this.#catalog, episode.scenario),
        sha256,
      );
      return { ...first, state, normalised: episode.base_normalised, problem: null };
    } catch (error) {
      return { ...first, state: null, normalised: null, problem: reason(error) };
    }
  }

  #seed(name: string): DatabaseRows {
    const found = this.#seeds.get(name);
    if (found !== undefined) return found;
    const seed = readRows(this.#snapshots.rebuild(name).bytes, ROW_LIMITS);
    if (this.#seeds.size >= SEEDS) this.#seeds.delete(this.#seeds.keys().next().value ?? '');
    this.#seeds.set(name, seed);
    return seed;
  }
}

/** What people decided about columns: `table\ncolumn` → mask always or never. */
export function columnRules(catalog: Catalog, scenario: string): Map<string, 'mask' | 'keep'> {
  const query = catalog.query.selectFrom('masked_columns').selectAll().where('scenario', '=', scenario);
  const rules = new Map<string, 'mask' | 'keep'>();
  for (const { table_name, column_name, rule } of catalog.all(query)) {
    if (rule === 'mask' || rule === 'keep') rules.set(`${table_name}\n${column_name}`, rule);
  }
  return rules;
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
