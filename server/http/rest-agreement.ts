import type { agreementRoutes } from '../../lib/contracts/annotation/rest-agreement.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

/** Labels of runs that the asker has still to label are left out of every figure that tells what others said. */
export function agreementHandlers({ agreement }: HttpContext): Pick<Handlers, keyof typeof agreementRoutes> {
  return {
    getAgreement: ({ params: { id }, query: filter, blind }, signal) =>
      agreement.ask(id, blind.runs, { of: 'overview', filter }, signal),
    getAgreementBy: ({ params: { id, by }, query: { measure, ...filter }, blind }, signal) =>
      agreement.ask(id, blind.runs, { of: 'breakdown', filter, measure, by }, signal),
    getConfusion: ({ params: { id }, query: { measure, first, second, ...filter }, blind }, signal) =>
      agreement.ask(id, blind.runs, { of: 'confusion', filter, measure, first, second }, signal),
    listRated({ params: { id }, query, blind }, signal) {
      const { measure, which, first, second, value, against, offset, limit, ...filter } = query;
      const task = { measure, which, first, second, value, against, offset, limit };
      return agreement.ask(id, blind.runs, { of: 'rated', filter, ...task }, signal);
    },
    getDrift: ({ params: { id }, query: { measure, person, windows, ...filter }, blind }, signal) =>
      agreement.ask(id, blind.runs, { of: 'drift', filter, measure, person, windows }, signal),
    getProgress: ({ params: { id } }, signal) =>
      agreement.ask(id, NOTHING_HIDDEN, { of: 'progress', nowMs: Date.now() }, signal),
  };
}

/** Progress counts and times; it tells nothing of how a run ended. */
const NOTHING_HIDDEN: ReadonlySet<string> = new Set();
