import type { AppError } from '../../../lib/contracts/errors.ts';
import type { Engine, EngineSession } from '../../engine/types.ts';

/**
 * Who holds which session of the OpenEnv protocol. A session opened by a socket ends with it; one made by
 * `openenv/session/create` may have a socket attached to it and outlives it, until `openenv/session/close` or the sweep.
 */
export interface OpenEnvSessions {
  /** For a socket that asks for no session. @throws AppError capacity_reached */
  open(transport: string): Lease;
  /** For `openenv/session/create`. @throws AppError capacity_reached */
  create(): EngineSession;
  /** For `/ws?session_id=`; `isOpen` tells whether that socket still is. @throws AttachRefused */
  attach(id: string, isOpen: () => boolean): Lease;
  /** For `openenv/session/close`. */
  close(id: string): Promise<'closed' | 'attached' | 'unknown'>;
  /** Any session that the engine knows: the id is the capability. */
  find(id: string): EngineSession | undefined;
}

/** A socket's hold on a session. */
export interface Lease {
  readonly session: EngineSession;
  /** The socket is gone: ends the session that it opened, lets go of the one that it was attached to. Idempotent. */
  release(): Promise<void>;
}

/** The message is what the socket is told, as SESSION_ERROR. */
export class AttachRefused extends Error {}

interface Holding {
  readonly session: EngineSession;
  /** Made by a socket, for as long as that lasts. */
  readonly owned: boolean;
  /** The socket that is attached. One whose closing handshake is under way counts as gone: its client may go on already. */
  attached: { readonly isOpen: () => boolean } | undefined;
}

export function createOpenEnvSessions(engine: Engine): OpenEnvSessions {
  const held = new Map<string, Holding>();

  function hold(transport: string, owned: boolean): EngineSession {
    const session = engine.createSession({ actor: 'unnamed client', transport });
    held.set(session.id, { session, owned, attached: undefined });
    session.watch(0, (event) => {
      if (event.kind === 'closed') held.delete(session.id);
    });
    return session;
  }

  function isTaken(holding: Holding): boolean {
    return holding.owned || holding.attached?.isOpen() === true;
  }

  return {
    open(transport) {
      const session = hold(transport, true);
      return {
        session,
        async release() {
          if (held.delete(session.id)) await session.close('closed');
        },
      };
    },
    create: () => hold('openenv-mcp', false),
    attach(id, isOpen) {
      const holding = held.get(id);
      if (holding === undefined) throw new AttachRefused(`Unknown session_id: ${id}`);
      if (isTaken(holding)) throw new AttachRefused(`Session ${id} already has an attached WebSocket`);
      const attachment = { isOpen };
      holding.attached = attachment;
      return {
        session: holding.session,
        release() {
          if (holding.attached === attachment) holding.attached = undefined;
          return Promise.resolve();
        },
      };
    },
    async close(id) {
      const holding = held.get(id);
      if (holding === undefined) return 'unknown';
      if (isTaken(holding)) return 'attached';
      held.delete(id);
      await holding.session.close('closed');
      return 'closed';
    },
    find: (id) => engine.session(id),
  };
}

/** The reference's words and numbers for a full server. */
export function describeCapacity(
  error: AppError,
  engine: Engine,
): { readonly message: string; readonly active_sessions: number; readonly max_sessions: number } {
  const active = numberOf(error.details['active_sessions']) ?? engine.sessions().length;
  const max = numberOf(error.details['max_sessions']) ?? active;
  return {
    message: `Server at capacity: ${active}/${max} sessions active. Cannot accept new connections.`,
    active_sessions: active,
    max_sessions: max,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
