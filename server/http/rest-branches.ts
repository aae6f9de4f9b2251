import type { Principal } from '../../lib/contracts/people.ts';
import type { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import type { RunTarget } from '../../lib/contracts/runs.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';
import { refuseHidden, seenTarget, withoutHiddenParent } from './seen.ts';

type BranchHandlers = Pick<Handlers, keyof typeof branchRoutes>;

export function branchHandlers({ access, engine, branches, runs }: HttpContext): BranchHandlers {
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
    getLineage({ params, blind }) {
      const { nodes, more } = branches.lineage(params.id);
      if (blind.empty) return { nodes: [...nodes], more };
      const seen = nodes.filter(({ id }) => !blind.hides(id));
      return { nodes: seen.map((node) => withoutHiddenParent(node, blind)), more };
    },
    getReplay: ({ params }) => ({ replay: branches.lastReplay(params.id) ?? null }),
    replayRuns({ body, who, blind }) {
      requireOpen(body.target, who);
      return branches.startReplays(seenTarget(runs, body.target, blind), body.clock);
    },
    tryWhatIf: ({ params, body }) => branches.startWhatIf(params.id, body),
    async getPaths({ query, blind }, signal) {
      const ids = idsOf(query.ids);
      refuseHidden(blind, ids);
      return { paths: [...(await branches.paths(ids, signal))] };
    },
    getStateDifference({ query: { a, aSeq, b, bSeq, table, ...page }, blind }, signal) {
      refuseHidden(blind, [a, b]);
      return branches.difference(
        { episodeId: a, seq: aSeq },
        { episodeId: b, seq: bSeq },
        table === undefined ? page : { ...page, table },
        signal,
      );
    },
    getGroupTree({ body, who, blind }, signal) {
      requireOpen(body.target, who);
      return branches.group(seenTarget(runs, body.target, blind), signal);
    },
  };
}

function idsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
