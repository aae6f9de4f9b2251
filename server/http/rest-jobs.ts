import { AppError } from '../../lib/contracts/errors.ts';
import type { jobRoutes } from '../../lib/contracts/rest-jobs.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { JobSubject } from '../engine/jobs/index.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

/** A job's id is the key to it: its report names runs. */
export function jobHandlers({
  access,
  jobs,
}: Pick<HttpContext, 'access' | 'jobs'>): Pick<Handlers, keyof typeof jobRoutes> {
  /** @throws AppError not_found, blind */
  const known = (id: string, blind: BlindRuns): void => {
    const about = blind.empty ? undefined : jobs.about(id);
    if (about !== undefined && tellsOfHidden(about, blind))
      throw new AppError(
        'blind',
        'This job tells of runs that you have to label or to decide. Submit, decide, give back or reveal them first.',
      );
  };
  return {
    listJobs: ({ blind }) => ({ items: [...jobs.list((about) => tellsOfHidden(about, blind))] }),
    getJob({ params, blind }) {
      known(params.id, blind);
      return jobs.get(params.id);
    },
    getJobReport({ params, query, blind }) {
      known(params.id, blind);
      const { items, ...rest } = jobs.report(params.id, dropUndefined(query));
      return { items: [...items], ...rest };
    },
    cancelJob({ params, blind, who }) {
      known(params.id, blind);
      // Whoever has a run's id starts what concerns it alone. Readers see all jobs, and stop none.
      const about = jobs.about(params.id);
      if (about?.kind !== 'runs' || about.ids.length > 1) access.require(who, 'write');
      return jobs.cancel(params.id);
    },
  };
}

function tellsOfHidden(about: JobSubject, blind: BlindRuns): boolean {
  switch (about.kind) {
    case 'runs':
      return about.ids.some((id) => blind.hides(id));
    case 'task':
      return blind.hidesTask(about.scenario, about.taskIdx);
    case 'scenarios':
      return about.keys.some((key) => blind.hidesScenario(key));
  }
}
