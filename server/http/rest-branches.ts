import { AppError } from '../../lib/contracts/errors.ts';
import type { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

type BranchHandlers = Pick<Handlers, keyof typeof branchRoutes>;

export function branchHandlers({ engine, branches }: HttpContext): BranchHandlers {
  const refuse = () => Promise.reject(new AppError('conflict', 'This part is not built yet.'));
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
    replayRuns: refuse,
    tryWhatIf: refuse,
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
    getGroupTree: ({ body }, signal) => branches.group(body.target, signal),
  };
}

function idsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
