import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import type { PreparedScenario } from '../host/types.ts';
import type { EndReason } from '../store/types.ts';
import { Session } from './session.ts';
import type { SessionDeps } from './session-deps.ts';
import type { Engine, EngineSession, EngineStats } from './types.ts';

export interface EngineOptions extends Omit<SessionDeps, 'sessionsDir' | 'tmpDir'> {
  readonly homeDir: string;
  readonly maxSessions: number;
  readonly maxIdleMs: number;
  readonly allowedIdleSessions: number;
  readonly cleanupIntervalMs: number;
  readonly hibernateAfterMs: number;
}

/** Sessions that close at once at the server's end; more would only queue for the runtime. */
const CLOSING_AT_ONCE = 32;

class SessionEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #deps: SessionDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #timers: readonly NodeJS.Timeout[];
  #sweeping = false;
  #stopping = false;

  constructor(options: EngineOptions, dirs: { readonly sessionsDir: string; readonly tmpDir: string }) {
    this.#options = options;
    this.#deps = { ...options, ...dirs };
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
    if (this.#stopping)
      throw new AppError('capacity_reached', 'The server is stopping; try again when it is back.');
    if (this.#sessions.size >= this.#options.maxSessions) {
      throw new AppError(
        'capacity_reached',
        `All ${String(this.#options.maxSessions)} sessions are in use; close one or start the server with a larger --max-sessions.`,
      );
    }
    const session = new Session(this.#deps, { ...options, onClosed: (id) => this.#sessions.delete(id) });
    this.#sessions.set(session.id, session);
    return session;
  }

  session(id: string): EngineSession | undefined {
    return this.#sessions.get(id);
  }

  sessions(): readonly EngineSession[] {
    return [...this.#sessions.values()];
  }

  async prepare(key: string, signal?: AbortSignal): Promise<PreparedScenario> {
    const prepared = await this.#deps.host.prepare(
      await this.#deps.dataset.source(key),
      signal ? { signal } : {},
    );
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

  /** The reference's idle rule: only while there are more sessions than allowed; a person's session is kept. */
  async #sweep(): Promise<void> {
    if (this.#sweeping || this.#sessions.size <= this.#options.allowedIdleSessions) return;
    this.#sweeping = true;
    try {
      const idle = [...this.#sessions.values()].filter(
        ({ info }) => info.actor !== 'human' && info.idleMs > this.#options.maxIdleMs,
      );
      for (const session of idle) await session.close('idle');
    } finally {
      this.#sweeping = false;
    }
  }

  #hibernateIdle(): void {
    for (const session of this.#sessions.values()) {
      session.hibernate(this.#options.hibernateAfterMs).catch((error: unknown) => {
        this.#deps.log.warn({ err: error, session: session.id.slice(0, 8) }, 'hibernation failed');
      });
    }
  }

  async #closeAll(reason: EndReason): Promise<void> {
    const queue = [...this.#sessions.values()];
    const closers = Array.from({ length: CLOSING_AT_ONCE }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        try {
          await next.close(reason);
        } catch (error) {
          this.#deps.log.warn({ err: error }, 'a session did not close cleanly');
        }
      }
    });
    await Promise.all(closers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#closeAll('server_stop');
  }
}

/** Starts an engine whose folders live below `homeDir`: sessions/ and a tmp/ that is emptied first. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const sessionsDir = sessionsRoot(options.homeDir);
  const tmpDir = join(options.homeDir, 'tmp');
  await rm(tmpDir, { recursive: true, force: true });
  await mkdir(tmpDir, { recursive: true, mode: 0o700 });
  await mkdir(sessionsDir, { recursive: true, mode: 0o700 });
  return new SessionEngine(options, { sessionsDir, tmpDir });
}

/** Below it, `<scenario>/` is what a scenario's processes may write. */
export function sessionsRoot(homeDir: string): string {
  return join(homeDir, 'sessions');
}
