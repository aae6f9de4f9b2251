import type { Principal } from '../../lib/contracts/people.ts';
import type { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import type { RunTarget } from '../../lib/contracts/runs.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

type BranchHandlers = Pick<Handlers, keyof typeof branchRoutes>;

export function branchHandlers({ access, engine, branches }: HttpContext): BranchHandlers {
  /** Who knows a run's id may do what concerns that run alone. */
  const requireOpen = (target: RunTarget, who: Principal): void => {
    if (!('ids' in target) || target.ids.length > 1) access.require(who, 'read');
  };
  return {
    async forkEpisode({ params, body, page }) {
      const point = { episodeId: params.id, seq: body.seq };
      const session = await engine.fork(point, { transport: 'web' });
      if (page !== null) session.control.admit(page);
      return { session: session.info, outcome: null };
    },
    getLineage({ params }) {
      const { nodes, more } = branches.lineage(params.id);
      return { nodes: [...nodes], more };
    },
    getReplay: ({ params }) => ({ replay: branches.lastReplay(params.id) ?? null }),
    replayRuns({ body, who }) {
      requireOpen(body.target, who);
      return branches.startReplays(body.target, body.clock);
    },
    tryWhatIf: ({ params, body }) => branches.startWhatIf(params.id, body),
    getPaths: async ({ query }, signal) => ({
      paths: [...(await branches.paths(idsOf(query.ids), signal))],
    }),
    getStateDifference: ({ query: { a, aSeq, b, bSeq, table, ...page } }, signal) =>
      branches.difference(
        { episodeId: a, seq: aSeq },
        { episodeId: b, seq: bSeq },
        table === undefined ? page : { ...page, table },
        signal,
      ),
    getGroupTree({ body, who }, signal) {
      requireOpen(body.target, who);
      return branches.group(body.target, signal);
    },
  };
}

function idsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
