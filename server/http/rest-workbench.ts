import { AppError } from '../../lib/contracts/errors.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import type { workbenchRoutes } from '../../lib/contracts/rest-workbench.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';
import { seenTarget } from './seen.ts';

type WorkbenchHandlers = Pick<Handlers, keyof typeof workbenchRoutes>;

const TYPES = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** A draft meets every run of a task, whoever made it: closed where the library is. */
export function workbenchHandlers({ access, workbench, runs, config }: HttpContext): WorkbenchHandlers {
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
  /** A try names runs of one task. @throws AppError not_found, blind */
  const known = (id: string, blind: BlindRuns): void => {
    if (blind.empty) return;
    const { key, taskIdx } = workbench.taskOf(id);
    if (blind.hidesTask(key, taskIdx))
      throw new AppError(
        'blind',
        'This try tells of runs of a task that you have to label or to decide. Submit, decide, give back or reveal them first.',
      );
  };
  return {
    listVerifiers: async ({ blind }, signal) => {
      const items = await workbench.list(signal);
      return { items: items.filter(({ scenario, taskIdx }) => !blind.hidesTask(scenario, taskIdx)) };
    },
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
    tryVerifier: ({ params, body: { target, ...body }, blind }) => {
      const seen = target && { target: seenTarget(runs, target, blind) };
      return workbench.try(params, { ...dropUndefined(body), ...seen });
    },
    getTryRows: ({ params, query, blind }) => {
      known(params.id, blind);
      return workbench.rows(params.id, query.after);
    },
    getTryDetail: ({ params, query, blind }, signal) => {
      known(params.id, blind);
      return workbench.detail(params.id, params.run, query.of, signal);
    },
    lookAtHeldOut: ({ params, blind }) => {
      known(params.id, blind);
      return workbench.lookAtHeldOut(params.id);
    },
    exportCorrections: ({ params, query, blind }) => {
      known(params.id, blind);
      const { text, fileName } = workbench.corrections(params.id, query.format);
      return new Download({ data: text, contentType: TYPES[query.format], fileName });
    },
    exportPatch: ({ params, body }) => workbench.patch(params, body),
    reverify: ({ body, blind }) => workbench.reverify(seenTarget(runs, body.target, blind)),
  };
}
