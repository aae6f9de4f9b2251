import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import type { PreparedScenario } from '../host/types.ts';
import type { EndReason } from '../store/types.ts';
import { Session, type SessionOptions } from './session.ts';
import type { SessionDeps } from './session-deps.ts';
import { sweepFolders, takeUpSessions, type Dormant, type TakeUpLimits } from './take-up.ts';
import type { Engine, EngineSession, EngineStats } from './types.ts';

export interface EngineOptions extends Omit<SessionDeps, 'sessionsDir' | 'tmpDir'> {
  readonly homeDir: string;
  readonly maxSessions: number;
  readonly maxIdleMs: number;
  readonly allowedIdleSessions: number;
  readonly cleanupIntervalMs: number;
  readonly hibernateAfterMs: number;
  /** On a server for strangers, people's sessions have a bound too; without this they are never ended. */
  readonly humans?: HumanLimits;
  /** Which of people's sessions are taken up after a restart. */
  readonly takeUp: TakeUpLimits;
}

export interface HumanLimits {
  /** A session that is idle for longer is closed; its record stays. */
  readonly maxIdleMs: number;
  /** Open at once; at the limit the longest idle one goes, if it is idle for the agents' idle time, else the new one is refused. */
  readonly maxSessions: number;
}

/** Sessions that are closed at once; more would only queue for the runtime. */
const CLOSING_AT_ONCE = 32;

class SessionEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #deps: SessionDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #swept: Promise<void>;
  readonly #stop = new AbortController();
  #sweeping = false;

  constructor(
    options: EngineOptions,
    deps: SessionDeps,
    taken: readonly Dormant[],
    sweep: (signal: AbortSignal) => Promise<void>,
  ) {
    this.#options = options;
    this.#deps = deps;
    for (const dormant of taken) this.#add({ ...dormant.kept, dormant });
    this.#swept = sweep(this.#stop.signal);
    const hibernateEveryMs = Math.min(1000, Math.max(50, options.hibernateAfterMs / 4));
    this.#timers = [
      setInterval(() => void this.#sweep(), options.cleanupIntervalMs),
      setInterval(() => this.#hibernateIdle(), hibernateEveryMs),
    ];
  }

  createSession(options: {
    readonly actor: 'human' | 'agent' | 'unnamed client';
    readonly transport: string;
  }): EngineSession {
    return this.#admit(options);
  }

  async fork(
    point: { readonly episodeId: string; readonly seq: number },
    { transport, as = 'fork', baseline = false }: Parameters<Engine['fork']>[1],
    signal?: AbortSignal,
  ): Promise<EngineSession> {
    const session = this.#admit({ actor: as === 'fork' ? 'human' : 'agent', transport, forks: true });
    try {
      await session.fork({ ...point, origin: as, baseline }, signal);
      return session;
    } catch (error) {
      await session.close('closed');
      throw error;
    }
  }

  #admit(options: Omit<SessionOptions, 'onClosed'>): Session {
    if (this.#stop.signal.aborted)
      throw new AppError('capacity_reached', 'The server is stopping; try again when it is back.');
    if (this.#sessions.size >= this.#options.maxSessions) {
      throw new AppError(
        'capacity_reached',
        `All ${String(this.#options.maxSessions)} sessions are in use; close one or start the server with a larger --max-sessions.`,
      );
    }
    if (options.actor === 'human') this.#admitHuman();
    return this.#add(options);
  }

  #add(options: Omit<SessionOptions, 'onClosed'>): Session {
    const session = new Session(this.#deps, { ...options, onClosed: (id) => this.#sessions.delete(id) });
    this.#sessions.set(session.id, session);
    return session;
  }

  /** @throws AppError capacity_reached */
  #admitHuman(): void {
    const limits = this.#options.humans;
    if (limits === undefined) return;
    // One that is closing has made its room already.
    const people = [...this.#sessions.values()].filter(
      ({ actor, isClosing }) => actor === 'human' && !isClosing,
    );
    if (people.length < limits.maxSessions) return;
    const idle = people.filter((session) => session.idleMs > this.#options.maxIdleMs);
    const [longest] = idle.sort((a, b) => b.idleMs - a.idleMs);
    if (longest === undefined)
      throw new AppError(
        'capacity_reached',
        `All ${String(limits.maxSessions)} sessions for people are in use; try again in a while.`,
      );
    void this.#closeAll([longest], 'idle');
  }

  session(id: string): EngineSession | undefined {
    return this.#sessions.get(id);
  }

  sessions(): readonly EngineSession[] {
    return [...this.#sessions.values()];
  }

  async prepare(key: string, signal?: AbortSignal): Promise<PreparedScenario> {
    const { dataset, host, refuse } = this.#deps;
    const scenario = dataset.find(key);
    const refused = scenario && refuse?.(scenario);
    if (refused !== undefined) throw new AppError('sandbox_weak', `'${key}' does not run here: ${refused}.`);
    const prepared = await host.prepare(await dataset.source(key), signal ? { signal } : {});
    // Only a session reads the database files; tools and findings stay readable.
    prepared.release();
    return prepared;
  }

  stats(): EngineStats {
    const scenarios: Record<string, number> = {};
    let running = 0;
    let maxIdleMs = 0;
    for (const { info } of this.#sessions.values()) {
      if (info.scenario === null) continue;
      running += 1;
      scenarios[info.scenario] = (scenarios[info.scenario] ?? 0) + 1;
      maxIdleMs = Math.max(maxIdleMs, info.idleMs);
    }
    const { maxIdleMs: idleConfig, cleanupIntervalMs, allowedIdleSessions } = this.#options;
    return {
      total_sessions: running,
      max_idle_time_config: idleConfig / 1000,
      cleanup_interval_config: cleanupIntervalMs / 1000,
      allowed_idle_sessions_config: allowedIdleSessions,
      max_idle_s: Math.round(maxIdleMs / 100) / 10,
      scenarios,
    };
  }

  /**
   * The reference's idle rule: only while there are more sessions than allowed. A person's session is kept, but on a
   * server for strangers.
   */
  async #sweep(): Promise<void> {
    const { allowedIdleSessions, maxIdleMs, humans } = this.#options;
    const tooMany = this.#sessions.size > allowedIdleSessions;
    if (this.#sweeping || (!tooMany && humans === undefined)) return;
    const isOver = (session: Session): boolean => {
      const limit = session.actor === 'human' ? humans?.maxIdleMs : tooMany ? maxIdleMs : undefined;
      return limit !== undefined && session.idleMs > limit;
    };
    this.#sweeping = true;
    await this.#closeAll([...this.#sessions.values()].filter(isOver), 'idle', isOver);
    this.#sweeping = false;
  }

  #hibernateIdle(): void {
    for (const session of this.#sessions.values()) {
      session.hibernate(this.#options.hibernateAfterMs).catch((error: unknown) => {
        this.#deps.log.warn({ err: error, session: session.id.slice(0, 8) }, 'hibernation failed');
      });
    }
  }

  /** Never rejects. `still`: asked once more before each is closed. */
  async #closeAll(
    sessions: readonly Session[],
    reason: EndReason,
    still: (session: Session) => boolean = () => true,
  ): Promise<void> {
    const queue = [...sessions];
    const closers = Array.from({ length: Math.min(CLOSING_AT_ONCE, queue.length) }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        try {
          if (still(next)) await next.close(reason);
        } catch (error) {
          this.#deps.log.warn({ err: error }, 'a session did not close cleanly');
        }
      }
    });
    await Promise.all(closers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#timers) clearInterval(timer);
    const all = [...this.#sessions.values()];
    const ends = await Promise.allSettled([
      this.#closeAll(
        all.filter(({ isKept }) => !isKept),
        'server_stop',
      ),
      ...all.filter(({ isKept }) => isKept).map((session) => session.park()),
    ]);
    for (const end of ends) {
      if (end.status === 'rejected')
        this.#deps.log.warn({ err: end.reason as unknown }, 'a session did not stop cleanly');
    }
    await this.#swept;
  }
}

/**
 * Starts an engine whose folders live below `homeDir`: sessions/ and a tmp/ that is emptied first. People's sessions of the
 * server before are there again.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const sessionsDir = sessionsRoot(options.homeDir);
  const tmpDir = join(options.homeDir, 'tmp');
  await rm(tmpDir, { recursive: true, force: true });
  await mkdir(tmpDir, { recursive: true, mode: 0o700 });
  await mkdir(sessionsDir, { recursive: true, mode: 0o700 });
  const deps = { ...options, sessionsDir, tmpDir };
  const taken = await takeUpSessions(deps, options.takeUp);
  return new SessionEngine(options, deps, taken, await sweepFolders(deps, taken));
}

/** Below it, `<scenario>/` is what a scenario's processes may write. */
export function sessionsRoot(homeDir: string): string {
  return join(homeDir, 'sessions');
}
