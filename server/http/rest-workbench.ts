import type { workbenchRoutes } from '../../lib/contracts/rest-workbench.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import { dropUndefined } from './drop-undefined.ts';
import { requireLibrary } from './rest-runs.ts';
import type { Handlers } from './rest.ts';

type WorkbenchHandlers = Pick<Handlers, keyof typeof workbenchRoutes>;

const TYPES = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** A draft meets every run of a task, whoever made it: closed where the library is. */
export function workbenchHandlers({ workbench, config }: HttpContext): WorkbenchHandlers {
  const open = () => requireLibrary(config);
  return {
    listVerifiers: async (_request, signal) => {
      open();
      return { items: [...(await workbench.list(signal))] };
    },
    getTaskVerifier: ({ params, query }) => workbench.task(params, query.mode),
    getVersionCode: ({ params, query }) => workbench.code(params, query.mode, params.version),
    saveVersion: ({ params, body, person }) => workbench.save(params, body, person),
    useVersion: ({ params, body, person }) => workbench.use(params, body, person),
    checkVerifier: ({ params, body }, signal) => {
      open();
      return workbench.check(params, body, signal);
    },
    tryVerifier: ({ params, body }) => {
      open();
      return workbench.try(params, dropUndefined(body));
    },
    getTryRows: ({ params, query }) => {
      open();
      return workbench.rows(params.id, query.after);
    },
    getTryDetail: ({ params, query }, signal) => {
      open();
      return workbench.detail(params.id, params.run, query.of, signal);
    },
    lookAtHeldOut: ({ params }) => {
      open();
      return workbench.lookAtHeldOut(params.id);
    },
    exportCorrections: ({ params, query }) => {
      open();
      const { text, fileName } = workbench.corrections(params.id, query.format);
      return new Download({ data: text, contentType: TYPES[query.format], fileName });
    },
    exportPatch: ({ params, body }) => workbench.patch(params, body),
    reverify: ({ body }) => {
      open();
      return workbench.reverify(body.target);
    },
  };
}
