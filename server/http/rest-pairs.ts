import type { pairsRoutes } from '../../lib/contracts/annotation/rest-pairs.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

type PairHandlers = Pick<Handlers, keyof typeof pairsRoutes>;

export function pairHandlers({ training: { fixes, pairs } }: HttpContext): PairHandlers {
  return {
    async previewPairs({ body, blind }, signal) {
      const { counts, sample } = await pairs.preview({ ...body, blind }, signal);
      return { counts, sample: [...sample] };
    },
    makePairSet: ({ body, blind, person }, signal) => pairs.make({ ...body, blind, by: person }, signal),
    listPairSets: ({ query }) => ({ items: [...pairs.list(query.project)] }),
    getPairSet({ params, query, blind }) {
      const { set, items, total } = pairs.get(params.id, query, blind);
      return { set, items: [...items], total };
    },
    removePairSet({ params }) {
      pairs.remove(params.id);
      return { removed: true };
    },
    listFixQueues: ({ query }) => ({ items: [...fixes.queues(query.project)] }),
    async sendToFix({ body, who }) {
      await fixes.send({ ...body, by: who });
      return { queue: body.queue, sent: true };
    },
    startFix: ({ params, who, page }, signal) => fixes.start(params.id, who, page, signal),
    listFixAttempts: ({ params, who }) => ({ items: [...fixes.attempts(params.id, who)] }),
    chooseFix: ({ params, who }) => fixes.choose(params.id, params.attempt, who),
    async listFixes({ query, blind }, signal) {
      const all = await fixes.list(query.project, signal);
      const seen = all.filter(({ fork, run }) => !blind.hides(fork) && !blind.hides(run));
      return {
        items: seen.slice(query.offset, query.offset + query.limit),
        total: seen.length,
        certified: seen.filter(({ proof }) => proof === 'certified').length,
      };
    },
  };
}
