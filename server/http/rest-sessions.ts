import { AppError } from '../../lib/contracts/errors.ts';
import { PAGE_HEADER } from '../../lib/contracts/route.ts';
import type { EngineSession, Outcome, ResetParams, SessionInfo } from '../engine/types.ts';
import { EngineRefusal } from '../engine/types.ts';
import type { HttpContext } from './context.ts';
import { JsonText } from './json-text.ts';
import type { Handlers } from './rest.ts';
import { mayJoin } from './standing.ts';
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
  | 'controlSession'
  | 'closeSession'
>;

/** A person's sessions. A call outlives the request that made it: a page that is loaded again finds the result. */
export function sessionHandlers({ engine }: HttpContext): SessionHandlers {
  const running = new Map<string, Set<AbortController>>();

  function find(id: string): EngineSession {
    const session = engine.session(id);
    if (session === undefined) throw new AppError('not_found', 'No such session; it may have ended.');
    return session;
  }

  /** A session of a person's, for the page that holds control. @throws AppError not_found, forbidden, conflict */
  function acting(id: string, page: string | null): EngineSession {
    const session = find(id);
    const { actor, transport } = session.info;
    if (actor !== 'human') throw new AppError('forbidden', watchOnly(actor, transport));
    session.control.admit(page);
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
    async createSession({ body, page }) {
      const session = engine.createSession({ actor: 'human', transport: 'web' });
      if (page !== null) session.control.admit(page);
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
    listSessions({ query, who, blind }) {
      const ids = new Set((query.ids ?? '').split(','));
      const listed = engine
        .sessions()
        .map(({ info }) => info)
        .filter(
          // A client that only connected has nothing to show yet.
          ({ id, actor, scenario, recordId }) =>
            !(recordId !== null && blind.hides(recordId)) &&
            (ids.has(id) || (mayJoin(who) && (actor === 'human' || scenario !== null))),
        )
        .sort((a, b) => a.idleMs - b.idleMs || b.createdAtMs - a.createdAtMs);
      return { items: listed.slice(0, query.limit), total: listed.length };
    },
    getSession: ({ params }) => find(params.id).info,
    async getSessionTools({ params }) {
      const session = find(params.id);
      const prepared = await session.ready();
      if (prepared !== undefined) return describeTools(prepared);
      const { scenario } = session.info;
      if (scenario === null)
        throw new AppError('conflict', 'The session has no scenario yet; reset it first.');
      // Its episode ended with a server before.
      return describeTools(await engine.prepare(scenario));
    },
    resetSession: ({ params, body, page }) => reset(acting(params.id, page), body),
    async stepSession({ params, body, page }) {
      const session = acting(params.id, page);
      const { metadata, ...action } = body.action;
      if (action.type === 'call_tool' && action.tool_name === 'verify') mayVerify(session);
      const sent = metadata === undefined ? action : { ...action, metadata };
      return new JsonText(outcomeText(await run(session, (signal) => session.step(sent, signal))));
    },
    cancelSession({ params, page }) {
      const controllers = running.get(acting(params.id, page).id);
      for (const controller of controllers ?? []) controller.abort();
      return { cancelled: controllers !== undefined };
    },
    controlSession({ params, body, page }) {
      const session = find(params.id);
      const { actor, transport } = session.info;
      if (actor !== 'human') throw new AppError('forbidden', watchOnly(actor, transport));
      if (page === null)
        throw new AppError('invalid_request', `Name the page that acts in the header ${PAGE_HEADER}.`);
      switch (body.do) {
        case 'ask':
          session.control.ask(page);
          break;
        case 'hand_over':
          session.control.handOver(page, body.to);
          break;
        case 'keep':
          session.control.keep(page);
          break;
        case 'release':
          session.control.release(page);
          break;
      }
      return session.info;
    },
    async closeSession({ params, page }) {
      await acting(params.id, page).close('closed');
      return { closed: true as const };
    },
  };
}

/** @throws AppError conflict */
function mayVerify(session: EngineSession): void {
  const { baseline, done } = session.info;
  if (!baseline || done) return;
  throw new AppError(
    'conflict',
    'This is a baseline play: its verdict comes with Done. Call done, with the answer as `final_answer`.',
  );
}

function watchOnly(actor: string, transport: string): string {
  return `This session belongs to a client (${actor} over ${transport}): it can be watched, not acted in.`;
}

function sessionText(info: SessionInfo, outcome: Outcome): JsonText {
  return new JsonText(`{"session":${JSON.stringify(info)},"outcome":${outcomeText(outcome)}}`);
}

function outcomeText({ observationJson, rewardJson, done, metadata }: Outcome): string {
  return `{"observation":${observationJson},"reward":${rewardJson},"done":${done},"metadata":${JSON.stringify(metadata ?? null)}}`;
}
