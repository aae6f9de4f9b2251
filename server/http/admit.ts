import { AppError } from '../../lib/contracts/errors.ts';
import type { Access } from '../access/index.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import type { Blindness, BlindRuns } from '../annotate/index.ts';
import type { RouteAccess } from './access-table.ts';

export interface Asked {
  readonly who: Principal;
  readonly access: Access;
  readonly blind: BlindRuns;
  /** As the route's schema parsed them; undefined where it has none. */
  readonly params: unknown;
  readonly blindness: Blindness;
  /** The run that a live session records. */
  readonly recordOf: (session: string) => string | null;
}

export interface Admitted {
  /** A run's id in place of an assignment's. */
  readonly params: unknown;
  /** The assignment that was named, and the run that it stands for. */
  readonly alias: { readonly id: string; readonly run: string } | null;
}

/**
 * Lets a request in, or refuses it.
 * @throws AppError unauthenticated, forbidden, blind
 */
export function admit(
  { needs, blind: kind }: RouteAccess,
  { who, access, blind, params, blindness, recordOf }: Asked,
): Admitted {
  if (needs !== 'anyone') access.require(who, needs);
  if (kind === 'closed' && !blind.empty)
    throw new AppError(
      'blind',
      'This tells of many runs, some of which you have to label. Label or reveal them first.',
    );
  const { id, key, taskIdx } = (params ?? {}) as Readonly<Record<string, string | number>>;
  const run = kind === 'session' ? recordOf(String(id)) : kind === 'run' ? String(id) : null;
  if (run !== null && blind.hides(run))
    throw new AppError(
      'blind',
      'You have this run to label: how it ended is hidden until you submit or reveal it.',
      { details: { queues: blindness.queuesOf(run, who).map(({ id, name }) => ({ id, name })) } },
    );
  if (kind === 'task' && blind.hidesTask(String(key), Number(taskIdx)))
    throw new AppError(
      'blind',
      'You have runs of this task to label: what is said of its runs is hidden until you submit them.',
    );
  const named = kind === 'evidence' ? blindness.runOf(String(id), who) : undefined;
  if (named === undefined) return { params, alias: null };
  return { params: { ...(params as object), id: named }, alias: { id: String(id), run: named } };
}
