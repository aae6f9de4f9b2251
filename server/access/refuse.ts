import { AppError } from '../../lib/contracts/errors.ts';
import type { Permission, Principal } from '../../lib/contracts/people.ts';

const LIBRARY = new Set<Permission>(['read', 'write']);

/**
 * Lets a person do what needs a permission, or says what is missing and where it comes from.
 * @throws AppError unauthenticated, forbidden
 */
export function requirePermission(who: Principal, permission: Permission, accounts: boolean): void {
  if (who.permissions.has(permission)) return;
  if (who.via !== 'visitor')
    throw new AppError(
      'forbidden',
      `This needs the permission '${permission}', which ${who.name} does not have here. An admin gives roles in Settings, People.`,
    );
  if (accounts) throw new AppError('unauthenticated', 'This is for people who are signed in.');
  throw new AppError(
    'forbidden',
    LIBRARY.has(permission)
      ? 'On this public server a run is opened by its id only: its library is closed (start with --open-library to show all runs to everybody, or with --accounts to show them to people who sign in).'
      : 'On this public server nobody is known by name; whoever runs it may start it with --accounts.',
  );
}
