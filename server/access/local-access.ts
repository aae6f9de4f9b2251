import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../lib/contracts/errors.ts';
import { NAME_LIMIT, PERMISSIONS, permissionsOf, type Permission } from '../../lib/contracts/people.ts';
import { NOBODY, PERSON_HEADER } from '../../lib/contracts/route.ts';
import type { PeopleShelf } from '../store/people/types.ts';
import { requirePermission } from './refuse.ts';
import type { Access } from './types.ts';

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSIONS);

/** What strangers may do of what needs a permission. */
export function visitorsPermissions(openLibrary: boolean): ReadonlySet<Permission> {
  return new Set<Permission>(openLibrary ? ['read', 'write'] : []);
}

/**
 * Without accounts, on loopback: whoever asks is who they say, and may do everything, but where a profile of that name says
 * otherwise.
 */
export function createLocalAccess(profiles?: Pick<PeopleShelf, 'person'>): Access {
  return {
    accounts: false,
    principal(headers) {
      const name = nameOf(headers);
      const id = profileId(name);
      const profile = profiles?.person(id);
      return profile === undefined
        ? { id, name, roles: ['admin'], permissions: EVERYTHING, via: 'local' }
        : { id, name, roles: profile.roles, permissions: permissionsOf(profile.roles), via: 'local' };
    },
    require: (who, permission) => requirePermission(who, permission, false),
  };
}

/** Without accounts, where strangers come: they sign what they write, and nothing hangs on the name. */
export function createOpenAccess({ openLibrary }: { readonly openLibrary: boolean }): Access {
  const permissions = visitorsPermissions(openLibrary);
  return {
    accounts: false,
    principal: (headers) => ({ id: '', name: nameOf(headers), roles: [], permissions, via: 'visitor' }),
    require: (who, permission) => requirePermission(who, permission, false),
  };
}

export function profileId(name: string): string {
  return `local:${name}`;
}

/** @throws AppError invalid_request */
function nameOf(headers: IncomingHttpHeaders): string {
  const header = headers[PERSON_HEADER];
  if (typeof header !== 'string' || header === '') return NOBODY;
  let name: string;
  try {
    name = decodeURIComponent(header).trim();
  } catch {
    throw new AppError('invalid_request', `${PERSON_HEADER} must be percent-encoded UTF-8`);
  }
  if (name.length > NAME_LIMIT || /\p{Cc}/u.test(name))
    throw new AppError(
      'invalid_request',
      `${PERSON_HEADER} must be a name of at most ${NAME_LIMIT} characters`,
    );
  return name === '' ? NOBODY : name;
}
