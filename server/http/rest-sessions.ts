import { AppError } from '../../lib/contracts/errors.ts';
import type { EngineSession, Outcome, ResetParams, SessionInfo } from '../engine/types.ts';
import { EngineRefusal } from '../engine/types.ts';
import type { HttpContext } from './context.ts';
import { JsonText } from './json-text.ts';
import type { Handlers } from './rest.ts';
import { describeTools } from './rest-scenarios.ts';

type SessionHandlers = Pick<
  Handlers,
  | 'createSession'
  | 'listSessions'
  | 'getSession'
  | 'getSessionTools'
  | 'resetSession'
  | 'stepSession'
  | 'cancelSession'
  | 'closeSession'
>;

/** A person's sessions. A call outlives the request that made it: a page that is loaded again finds the result. */
export function sessionHandlers({ engine, config }: HttpContext): SessionHandlers {
  const running = new Map<string, Set<AbortController>>();

  function find(id: string): EngineSession {
    const session = engine.session(id);
    if (session === undefined) throw new AppError('not_found', 'No such session; it may have ended.');
    return session;
  }

  /** Runs a call that `cancelSession` can end. */
  async function run(
    session: EngineSession,
    call: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome> {
    const controller = new AbortController();
    const ofSession = running.get(session.id) ?? new Set();
    running.set(session.id, ofSession.add(controller));
    try {
      return await call(controller.signal);
    } catch (error) {
      if (error instanceof EngineRefusal)
        throw new AppError('invalid_request', error.message, { cause: error });
      throw error;
    } finally {
      ofSession.delete(controller);
      if (ofSession.size === 0) running.delete(session.id);
    }
  }

  async function reset(session: EngineSession, params: ResetParams): Promise<JsonText> {
    const outcome = await run(session, (signal) => session.reset(params, signal));
    return sessionText(session.info, outcome);
  }

  return {
    async createSession({ body }) {
      const session = engine.createSession({ actor: 'human', transport: 'web' });
      if (body.scenario === undefined) return { session: session.info, outcome: null };
      const { scenario, taskIdx, options } = body;
      try {
        return await reset(session, {
          scenario,
          ...(taskIdx === undefined || taskIdx === null ? {} : { task_idx: taskIdx }),
          ...(options === undefined ? {} : { options }),
        });
      } catch (error) {
        await session.close('closed');
        throw error;
      }
    },
    listSessions({ query }) {
      const ids = new Set((query.ids ?? '').split(','));
      const items = engine
        .sessions()
        .map(({ info }) => info)
        .filter(({ id, actor }) => ids.has(id) || (!config.isPublic && actor === 'human'));
      return { items };
    },
    getSession: ({ params }) => find(params.id).info,
    getSessionTools({ params }) {
      const { prepared } = find(params.id);
      if (prepared === undefined)
        throw new AppError('conflict', 'The session has no scenario yet; reset it first.');
      return describeTools(prepared);
    },
    resetSession: ({ params, body }) => reset(find(params.id), body),
    async stepSession({ params, body }) {
      const session = find(params.id);
      const { metadata, ...action } = body.action;
      const sent = metadata === undefined ? action : { ...action, metadata };
      return new JsonText(outcomeText(await run(session, (signal) => session.step(sent, signal))));
    },
    cancelSession({ params }) {
      const controllers = running.get(find(params.id).id);
      for (const controller of controllers ?? []) controller.abort();
      return { cancelled: controllers !== undefined };
    },
    async closeSession({ params }) {
      await find(params.id).close('closed');
      return { closed: true as const };
    },
  };
}

function sessionText(info: SessionInfo, outcome: Outcome): JsonText {
  return new JsonText(`{"session":${JSON.stringify(info)},"outcome":${outcomeText(outcome)}}`);
}

function outcomeText({ observationJson, rewardJson, done, metadata }: Outcome): string {
  return `{"observation":${observationJson},"reward":${rewardJson},"done":${done},"metadata":${JSON.stringify(metadata ?? null)}}`;
}
