import type { Statement } from 'better-sqlite3';
import type { Catalog } from '../catalog.ts';
import type { EndResult } from '../normalise-episode.ts';
import { Bases, keptBasis } from './basis.ts';
import type { Basis, OutcomeTask } from './basis.ts';
import { EndStates } from './end-states.ts';
import { endFacts, suspicionsOf } from './facts.ts';
import type { EndFacts } from './facts.ts';
import type { TableRead } from './reads.ts';
import { SettleRuns } from './settle-runs.ts';
import { WatchedVerifiers, type TaskVerifiers, type UnreadPass } from './watched-verifiers.ts';

/** Longest work at a stretch, and the pause after it: what waits (100,000 runs after an import) takes a minute or two. */
const TURN_MS = 8;
const PAUSE_MS = 12;
/** Runs in one transaction. */
const BATCH = 25;
/** Whoever writes to the catalog need not tell: what the triggers noted is looked for this often. */
const LOOK_EVERY_MS = 1_000;
/** `stale`: 1, what the task's runs are compared with is to be looked at; this, they are all to be written anew. */
const REFRESH = 2;

export interface OutcomesOptions {
  readonly catalog: Catalog;
  /** The rows that an episode left behind are wanted. */
  readonly askEnd: (episode: number) => void;
  /** Its hashes or the rows that it left behind are still to come; then it is told by `again`. */
  readonly isPending: (episode: number) => boolean;
  readonly onProblem: (message: string, error: unknown) => void;
}

/**
 * Keeps the ends of runs together by task and compares them with the task's reference, behind the scenes and in short turns.
 * Restarts and new writers need nothing: what is to be done stands in the catalog.
 */
export class Outcomes implements Disposable {
  readonly #options: OutcomesOptions;
  readonly #ends: EndStates;
  readonly #bases: Bases;
  readonly #settle: SettleRuns;
  readonly #pending: Statement<[number], { episode: number }>;
  readonly #done: Statement<[number]>;
  readonly #addPending: Statement<[number]>;
  readonly #again: Statement<[number, number]>;
  readonly #withState: Statement<[number], { task: number; runs: number }>;
  readonly #setStale: Statement<[number, number]>;
  readonly #stale: Statement<[], { id: number; stale: number }>;
  readonly #task: Statement<[number], OutcomeTask>;
  readonly #setBasis: Statement<[string, number, number]>;
  readonly #runs: Statement<[number, number, number, number], TaskRun>;
  readonly #runOf: Statement<[number], TaskRun & { task: number }>;
  readonly #lastState: Statement<[number], { normalised: string; base_normalised: string }>;
  readonly #writeFacts: Statement<[number, number | null, number | null, number | null, string | null]>;
  readonly #verifiers: WatchedVerifiers;
  readonly #asked = new Set<string>();
  readonly #idle: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #look: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  /** The task whose facts are written anew, and how far. */
  #refresh: { readonly task: number; readonly basis: Basis; state: number; episode: number } | undefined;
  #facts: { readonly key: string; readonly byState: Map<number, EndFacts> } | undefined;
  #closed = false;

  constructor(options: OutcomesOptions) {
    const { raw } = options.catalog;
    this.#options = options;
    this.#ends = new EndStates(options.catalog);
    this.#bases = new Bases(raw);
    this.#settle = new SettleRuns(raw, this.#ends);
    this.#pending = raw.prepare('SELECT episode FROM outcome_pending ORDER BY episode LIMIT ?');
    this.#addPending = raw.prepare(
      'INSERT OR IGNORE INTO outcome_pending SELECT n FROM episodes WHERE n = ? AND ended_at IS NOT NULL',
    );
    this.#done = raw.prepare('DELETE FROM outcome_pending WHERE episode = ?');
    this.#again = raw.prepare(
      'INSERT OR IGNORE INTO outcome_pending SELECT episode FROM outcome_runs WHERE task = ? AND state = ?',
    );
    this.#withState = raw.prepare(
      'SELECT task, sum(runs) AS runs FROM outcome_counts WHERE state = ? GROUP BY task',
    );
    this.#setStale = raw.prepare('UPDATE outcome_tasks SET stale = ? WHERE id = ?');
    this.#stale = raw.prepare('SELECT id, stale FROM outcome_tasks WHERE stale <> 0 LIMIT 1');
    this.#task = raw.prepare('SELECT * FROM outcome_tasks WHERE id = ?');
    this.#setBasis = raw.prepare('UPDATE outcome_tasks SET basis = ?, stale = ? WHERE id = ?');
    this.#runs = raw.prepare(
      `SELECT episode, state, verdict, flags FROM outcome_runs
       WHERE task = ? AND (state, episode) > (?, ?) ORDER BY state, episode LIMIT ?`,
    );
    this.#runOf = raw.prepare(
      'SELECT task, episode, state, verdict, flags FROM outcome_runs WHERE episode = ?',
    );
    this.#lastState = raw.prepare(
      `SELECT last.normalised, base_normalised FROM episodes AS e
       JOIN steps AS last ON last.episode = e.n AND last.seq = e.steps
       WHERE e.n = ? AND last.normalised IS NOT NULL`,
    );
    this.#writeFacts = raw.prepare(
      `INSERT INTO run_facts (episode, collateral, omitted, unread, suspicions) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET collateral = excluded.collateral, omitted = excluded.omitted,
         unread = excluded.unread, suspicions = excluded.suspicions
       WHERE collateral IS NOT excluded.collateral OR omitted IS NOT excluded.omitted
         OR unread IS NOT excluded.unread OR suspicions IS NOT excluded.suspicions`,
    );
    this.#verifiers = new WatchedVerifiers(raw);
    this.#look = setInterval(() => this.wake(), LOOK_EVERY_MS).unref();
  }

  /** Something may be to do. */
  wake(): void {
    if (this.#closed || this.#timer !== undefined) return;
    if (this.#hasWork()) this.#timer = setTimeout(() => this.#turn(), 0).unref();
    else this.#finishIdle();
  }

  /** What is known of a run's end may have changed. Never throws. */
  again(episode: number): void {
    try {
      this.#addPending.run(episode);
      this.wake();
    } catch (error) {
      this.#options.onProblem('the end of a run waits to be looked at', error);
    }
  }

  /** Whether the rows that an episode left behind are not known, so that its states are still needed. */
  wantsEndOf(episode: number): boolean {
    const last = this.#lastState.get(episode);
    return (
      last !== undefined &&
      last.normalised !== last.base_normalised &&
      this.#ends.find(last.normalised)?.known !== true
    );
  }

  /** Never throws. */
  keepEnd(end: EndResult): void {
    try {
      if (this.#ends.keep(end)) this.#becameKnown(end.hash);
      this.wake();
    } catch (error) {
      this.#options.onProblem('the rows that a run left behind could not be kept', error);
    }
  }

  /** Which passes' verifier runs are still to be watched for what they read; one at a time. */
  unobserved(without: readonly string[]): UnreadPass | undefined {
    return this.#verifiers.unobserved(without);
  }

  /** @param reads what the verifier read of an end; null: it could not be watched */
  keepReads(verifierHash: string, state: number, reads: readonly TableRead[] | null): void {
    this.#verifiers.keepReads(verifierHash, state, reads);
    this.wake();
  }

  /** What the pack has for a scenario's tasks, by task index: it counts in a mode that no run was graded in. */
  setVerifiers(scenario: string, tasks: readonly TaskVerifiers[]): void {
    this.#verifiers.setVerifiers(scenario, tasks);
    this.wake();
  }

  /** Which tasks of a scenario have a verifier that is true of the seed. */
  setVacuous(scenario: string, taskIdxs: ReadonlySet<number>): void {
    this.#verifiers.setVacuous(scenario, taskIdxs);
    this.wake();
  }

  /** The task's reference was set or taken back. */
  look(task: number): void {
    const found = this.#task.get(task);
    if (found !== undefined) this.#compareBasis(found);
    this.wake();
  }

  /** Puts a run in its place at once. */
  settleNow(episode: number): void {
    this.#options.catalog.raw.transaction(() => this.#settleOne(episode)).immediate();
  }

  /** Called after each stretch of work that changed anything. Returns unsubscribe. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits until nothing is to be done. */
  settled(): Promise<void> {
    if (this.#closed || (this.#timer === undefined && !this.#hasWork())) return Promise.resolve();
    this.wake();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    clearInterval(this.#look);
    clearTimeout(this.#timer);
    this.#finishIdle();
  }

  #hasWork(): boolean {
    return (
      this.#refresh !== undefined || this.#pending.get(1) !== undefined || this.#stale.get() !== undefined
    );
  }

  #turn(): void {
    this.#timer = undefined;
    if (this.#closed) return;
    const endMs = performance.now() + TURN_MS;
    try {
      while (performance.now() < endMs && this.#work());
    } catch (error) {
      // A full disk: the catalog still says what is to be done.
      this.#options.onProblem('the ends of runs could not be compared; it is tried again', error);
      this.#refresh = undefined;
      this.#finishIdle();
      return;
    }
    for (const listener of this.#listeners) listener();
    if (this.#hasWork()) this.#timer = setTimeout(() => this.#turn(), PAUSE_MS).unref();
    else this.#finishIdle();
  }

  /** A few milliseconds of what is to be done; false where there is nothing. */
  #work(): boolean {
    const { raw } = this.#options.catalog;
    const waiting = this.#pending.all(BATCH);
    if (waiting.length > 0) {
      raw.transaction(() => this.#settleAll(waiting.map(({ episode }) => episode))).immediate();
      return true;
    }
    if (this.#refresh !== undefined) {
      raw.transaction(() => this.#refreshSome()).immediate();
      return true;
    }
    const stale = this.#stale.get();
    if (stale === undefined) return false;
    const task = this.#task.get(stale.id);
    if (task !== undefined) this.#compareBasis(task);
    return true;
  }

  #settleAll(episodes: readonly number[]): void {
    const tasks = new Map<number, number[]>();
    for (const episode of episodes) {
      this.#done.run(episode);
      // It comes again when its hashes are there.
      if (this.#options.isPending(episode)) continue;
      const task = this.#trySettle(episode);
      if (task !== undefined) tasks.set(task, [...(tasks.get(task) ?? []), episode]);
    }
    for (const [id, runs] of tasks) {
      const task = this.#task.get(id);
      if (task === undefined) continue;
      // Whether they move it is looked at once no more runs wait: where it moved, all of the task's runs are written anew.
      const basis = keptBasis(task);
      if (basis === undefined) {
        this.#compareBasis(task);
        continue;
      }
      if (task.stale === 0) this.#setStale.run(1, id);
      for (const n of runs) {
        const run = this.#runOf.get(n);
        if (run !== undefined) this.#write(run, basis);
      }
    }
  }

  /** One run that cannot be read does not hold up the others. @throws what the disk says */
  #trySettle(episode: number): number | undefined {
    try {
      return this.#settleOne(episode);
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw error;
      this.#options.onProblem('the end of a run could not be read', error);
      return undefined;
    }
  }

  #settleOne(episode: number): number | undefined {
    const settled = this.#settle.settle(episode);
    if (settled === undefined) return undefined;
    const { task, asks } = settled;
    if (asks !== null && !this.#asked.has(asks)) {
      // Once: where it cannot be told (its states are not kept), it stays unknown.
      this.#asked.add(asks);
      this.#options.askEnd(episode);
    }
    return task;
  }

  /** Where what the task's runs are compared with has changed, all of them are to be written anew. */
  #compareBasis(task: OutcomeTask): void {
    const basis = this.#bases.of(task);
    const key = JSON.stringify(basis);
    const isSame = key === task.basis;
    if (isSame && task.stale !== REFRESH) {
      if (task.stale !== 0) this.#setBasis.run(key, 0, task.id);
      return;
    }
    if (isSame && this.#refresh?.task === task.id) return;
    this.#setBasis.run(key, REFRESH, task.id);
    if (this.#refresh === undefined || this.#refresh.task === task.id)
      this.#refresh = { task: task.id, basis, state: -1, episode: -1 };
  }

  #refreshSome(): void {
    const refresh = this.#refresh;
    if (refresh === undefined) return;
    const runs = this.#runs.all(refresh.task, refresh.state, refresh.episode, BATCH);
    for (const run of runs) this.#write(run, refresh.basis);
    const last = runs.at(-1);
    if (last !== undefined) {
      refresh.state = last.state;
      refresh.episode = last.episode;
      return;
    }
    this.#refresh = undefined;
    // What ended meanwhile may have moved it again.
    this.#setBasis.run(JSON.stringify(refresh.basis), 1, refresh.task);
  }

  #write({ episode, state, verdict, flags }: TaskRun, basis: Basis): void {
    const facts = this.#factsOf(state, basis);
    const suspicions = suspicionsOf(facts, verdict, flags);
    this.#writeFacts.run(episode, facts.collateral, facts.omitted, facts.unread, JSON.stringify(suspicions));
  }

  #factsOf(state: number, basis: Basis): EndFacts {
    const key = JSON.stringify(basis);
    if (this.#facts?.key !== key || this.#facts.byState.size > 1_000)
      this.#facts = { key, byState: new Map() };
    const known = this.#facts.byState.get(state);
    if (known !== undefined) return known;
    const facts = endFacts(
      this.#ends.get(state),
      basis.state === null ? null : this.#ends.get(basis.state),
      basis,
    );
    this.#facts.byState.set(state, facts);
    return facts;
  }

  /** What was written of an end while its rows were not known is written anew. */
  #becameKnown(hash: string): void {
    this.#facts = undefined;
    const id = this.#ends.find(hash)?.id;
    if (id === undefined) return;
    for (const { task: taskId, runs } of this.#withState.all(id)) {
      const task = this.#task.get(taskId);
      if (task === undefined) continue;
      const isBasis = task.basis !== null && (JSON.parse(task.basis) as Basis).state === id;
      if (runs > 1 || isBasis || task.reference_state === id) {
        this.#setStale.run(REFRESH, taskId);
        if (this.#refresh?.task === taskId) this.#refresh = undefined;
      } else this.#again.run(taskId, id);
    }
  }

  #finishIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

interface TaskRun {
  readonly episode: number;
  readonly state: number;
  readonly verdict: string;
  readonly flags: number;
}
