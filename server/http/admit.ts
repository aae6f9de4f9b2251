import { AppError } from '../../lib/contracts/errors.ts';
import type { Access } from '../access/index.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import type { Blindness, BlindRuns } from '../annotate/index.ts';
import type { RouteAccess } from './access-table.ts';
import { waysTo } from './ways-to-label.ts';

export interface Asked {
  readonly who: Principal;
  readonly access: Access;
  readonly blind: BlindRuns;
  /** As the route's schema parsed them; undefined where it has none. */
  readonly params: unknown;
  readonly blindness: Blindness;
  /** The run that a live session records. */
  readonly recordOf: (session: string) => string | null;
  /** What a run was forked from. */
  readonly parentOf: (run: string) => string | null;
}

export interface Admitted {
  /** A run's id in place of an assignment's. */
  readonly params: unknown;
  /** The assignment that was named, and the run that it stands for. */
  readonly alias: { readonly id: string; readonly run: string } | null;
}

/** @throws AppError forbidden */
function requireKnown({ known = [], token }: RouteAccess, who: Principal, access: Access): void {
  if (who.via === 'visitor') return;
  const oneOf = who.via === 'token' ? (token ?? known) : known;
  if (oneOf.some((permission) => who.permissions.has(permission))) return;
  if (who.via === 'token' && token?.length === 0)
    throw new AppError('forbidden', 'No API token does this: sign in with a browser.');
  const [first] = oneOf;
  if (first !== undefined) access.require(who, first);
}

/**
 * Lets a request in, or refuses it.
 * @throws AppError unauthenticated, forbidden, blind
 */
export function admit(route: RouteAccess, asked: Asked): Admitted {
  const { who, access, params, blindness, recordOf, parentOf } = asked;
  const { needs, blind: kind } = route;
  if (needs !== 'anyone') access.require(who, needs);
  else requireKnown(route, who, access);
  if (kind === 'closed' && !asked.blind.empty)
    throw new AppError(
      'blind',
      'This tells of many runs, some of which you have to label or to decide. Submit, decide, give back or reveal them first.',
    );
  const { id, key, taskIdx } = (params ?? {}) as Readonly<Record<string, string | number>>;
  const run = kind === 'session' ? recordOf(String(id)) : kind === 'run' ? String(id) : null;
  // Strangers open runs that they played. Annotators know no run's id, but those of forks that they make of it.
  const isKey = (id: string) => who.via === 'visitor' && !asked.blind.hides(parentOf(id) ?? '');
  if (run !== null && asked.blind.hides(run) && !isKey(run))
    throw new AppError(
      'blind',
      who.via === 'visitor'
        ? 'This run is of one that is being labelled: how it ended is shown to who is signed in, or when it is labelled.'
        : 'You have this run to label or to decide: how it ended is hidden until you submit, decide, give back or reveal it.',
      { details: { ...waysTo(run, who, blindness) } },
    );
  if (kind === 'task' && asked.blind.hidesTask(String(key), Number(taskIdx)))
    throw new AppError(
      'blind',
      who.via === 'visitor'
        ? 'Runs of this task are being labelled: what is said of them is shown to who is signed in, or when they are.'
        : 'You have runs of this task to label or to decide: what is said of its runs is hidden until you submit, decide, give back or reveal them.',
    );
  const named = kind === 'evidence' ? blindness.runOf(String(id), who) : undefined;
  if (named === undefined) return { params, alias: null };
  return { params: { ...(params as object), id: named }, alias: { id: String(id), run: named } };
}
