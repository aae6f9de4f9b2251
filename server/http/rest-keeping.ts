import type { keepingRoutes } from '../../lib/contracts/rest-keeping.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';
import { seenRuns } from './seen.ts';

export function keepingHandlers({ keeping, runs }: HttpContext): Pick<Handlers, keyof typeof keepingRoutes> {
  return {
    previewDeletion: ({ body, blind }, signal) =>
      keeping.preview(seenRuns(runs, blind).resolve(body.target), signal),
    deleteRuns: ({ body, person, blind }) =>
      keeping.delete(seenRuns(runs, blind).resolve(body.target), person),
    listDeletions: () => ({ items: [...keeping.deletions()] }),
    undoDeletion: async ({ params }) => ({ restored: await keeping.undo(params.id) }),
    async getKeeping(_request, signal) {
      const items = [...(await keeping.experiments(signal))];
      return { items, bytes: items.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    setKeeping({ body }) {
      keeping.setRule(body);
      // Who saves a rule was told what it takes now; it ends by itself and says its own problems.
      void keeping.applyRules();
      return body;
    },
    tryKeeping: ({ body }, signal) => keeping.dryRun(body, signal),
  };
}
