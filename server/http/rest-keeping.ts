import type { keepingRoutes } from '../../lib/contracts/rest-keeping.ts';
import type { HttpContext } from './context.ts';
import { requireLibrary } from './rest-runs.ts';
import type { Handlers } from './rest.ts';

export function keepingHandlers({
  keeping,
  runs,
  config,
}: HttpContext): Pick<Handlers, keyof typeof keepingRoutes> {
  const open = () => {
    requireLibrary(config);
    return keeping;
  };
  return {
    previewDeletion: ({ body }, signal) => open().preview(runs.resolve(body.target), signal),
    deleteRuns: ({ body, person }) => open().delete(runs.resolve(body.target), person),
    listDeletions: () => ({ items: [...open().deletions()] }),
    undoDeletion: async ({ params }) => ({ restored: await open().undo(params.id) }),
    async getKeeping(_request, signal) {
      const items = [...(await open().experiments(signal))];
      return { items, bytes: items.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    setKeeping({ body }) {
      open().setRule(body);
      // Who saves a rule was told what it takes now; it ends by itself and says its own problems.
      void open().applyRules();
      return body;
    },
    tryKeeping: ({ body }, signal) => open().dryRun(body, signal),
  };
}
