import type { adjudicationRoutes } from '../../lib/contracts/annotation/rest-adjudication.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

/** The part itself tells what may be seen of an item, and by whom. */
export function adjudicationHandlers({
  adjudication,
  agreement,
}: HttpContext): Pick<Handlers, keyof typeof adjudicationRoutes> {
  return {
    listDisagreements: ({ params, query: { show, ...rest }, who }) =>
      adjudication.list(params.id, { show, ...dropUndefined(rest) }, who),
    async getDisagreementFigures({ params, blind }, signal) {
      const task = { of: 'overview', filter: { tolerance: 1 } } as const;
      const { measures } = await agreement.ask(params.id, blind.runs, task, signal);
      return { items: measures.map(({ id, label, alpha }) => ({ id, label, alpha })) };
    },
    confirmAgreed: ({ params, body, who }) => ({
      confirmed: adjudication.confirmAgreed(params.id, body.queue, who),
    }),
    getDisagreement: ({ params, who }) => adjudication.get(params.item, who),
    holdDisagreement: ({ params, who }) => adjudication.hold(params.item, who),
    saveDecisionDraft: ({ params, body, who }) => adjudication.save(params.item, body, who),
    decideDisagreement: ({ params, body, who }) => adjudication.decide(params.item, body, who),
    skipDisagreement({ params, body, who }) {
      adjudication.skip(params.item, body.reason, who);
      return { skipped: true };
    },
    giveBackDisagreements: ({ params, body, who }) => ({
      givenBack: adjudication.giveBack(params.id, body.except, who),
    }),
    revealDisagreement: ({ params, who }) => adjudication.reveal(params.item, who),
    reopenDisagreement: ({ params, who }) => adjudication.reopen(params.item, who),
    listProposals: ({ params }) => ({ items: [...adjudication.proposals(params.id)] }),
    answerProposal: ({ params, body, who }) => adjudication.answerProposal(params.proposal, body.state, who),
  };
}
