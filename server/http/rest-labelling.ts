import type { labellingRoutes } from '../../lib/contracts/annotation/rest-labelling.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

type LabellingHandlers = Pick<Handlers, keyof typeof labellingRoutes>;

/** What an annotator does. */
export function labellingHandlers({ labelling }: Pick<HttpContext, 'labelling'>): LabellingHandlers {
  return {
    listMyQueues: ({ who }) => ({ items: [...labelling.myQueues(who)] }),
    nextItem: ({ params, body, who }) => labelling.next(params.id, who, body.after ?? null),
    listMySubmissions({ params, query, who }) {
      const { items, total } = labelling.mine(params.id, who, query);
      return { items: [...items], total };
    },
    getAssignment: ({ params, who }) => labelling.assignment(params.id, who),
    saveDraft: ({ params, body, who }) => labelling.saveDraft(params.id, who, body),
    renewReservation: ({ params, who }) => labelling.renew(params.id, who),
    submitLabel: ({ params, body, who }) => labelling.submit(params.id, who, body),
    skipItem: ({ params, body, who }) => labelling.skip(params.id, who, body.reason),
    reopenItem: ({ params, who }) => labelling.reopen(params.id, who),
    undoSubmit: ({ params, who }) => labelling.undoSubmit(params.id, who),
    revealItem: ({ params, who }) => labelling.reveal(params.id, who),
    addComment: ({ params, body, who }) => labelling.addComment(params.id, who, body),
    removeComment({ params, who }) {
      labelling.removeComment(params.id, who, params.comment);
      return { removed: true };
    },
  };
}
