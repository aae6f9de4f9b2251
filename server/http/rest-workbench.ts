import { AppError } from '../../lib/contracts/errors.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import type { workbenchRoutes } from '../../lib/contracts/rest-workbench.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

type WorkbenchHandlers = Pick<Handlers, keyof typeof workbenchRoutes>;

const TYPES = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** A draft meets every run of a task, whoever made it: closed where the library is. */
export function workbenchHandlers({ access, workbench, config }: HttpContext): WorkbenchHandlers {
  /** Strangers save where the server's owner says so; people, where they may write. */
  const maySave = (who: Principal): boolean =>
    who.via === 'visitor' ? config.saveVerifiers : who.permissions.has('write');
  const requireSave = (who: Principal): void => {
    if (maySave(who)) return;
    if (who.via !== 'visitor' || access.accounts) access.require(who, 'write');
    throw new AppError(
      'forbidden',
      'Verifiers are not saved on this server: it is open to others. Whoever runs it may allow it with --save-verifiers.',
    );
  };
  return {
    listVerifiers: async (_request, signal) => ({ items: [...(await workbench.list(signal))] }),
    getTaskVerifier: async ({ params, query, who }) => ({
      ...(await workbench.task(params, query.mode)),
      canSave: maySave(who),
    }),
    getVersionCode: ({ params, query }) => workbench.code(params, query.mode, params.version),
    async saveVersion({ params, body, person, who }) {
      requireSave(who);
      const { verifier, ...rest } = await workbench.save(params, body, person);
      return { ...rest, verifier: { ...verifier, canSave: true } };
    },
    async useVersion({ params, body, person, who }) {
      requireSave(who);
      const { verifier, ...rest } = await workbench.use(params, body, person);
      return { ...rest, verifier: { ...verifier, canSave: true } };
    },
    checkVerifier: ({ params, body }, signal) => workbench.check(params, body, signal),
    tryVerifier: ({ params, body }) => workbench.try(params, dropUndefined(body)),
    getTryRows: ({ params, query }) => workbench.rows(params.id, query.after),
    getTryDetail: ({ params, query }, signal) => workbench.detail(params.id, params.run, query.of, signal),
    lookAtHeldOut: ({ params }) => workbench.lookAtHeldOut(params.id),
    exportCorrections: ({ params, query }) => {
      const { text, fileName } = workbench.corrections(params.id, query.format);
      return new Download({ data: text, contentType: TYPES[query.format], fileName });
    },
    exportPatch: ({ params, body }) => workbench.patch(params, body),
    reverify: ({ body }) => workbench.reverify(body.target),
  };
}
