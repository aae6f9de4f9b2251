import { AppError } from '../../lib/contracts/errors.ts';
import { PERMISSIONS, type Permission } from '../../lib/contracts/people.ts';
import { NOBODY, PERSON_HEADER } from '../../lib/contracts/route.ts';
import type { Access } from './types.ts';

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSIONS);

/** Without accounts: whoever asks is who they say, and may do everything. */
export function createLocalAccess(): Access {
  return {
    principal(headers) {
      const name = nameOf(headers[PERSON_HEADER]);
      return { id: `local:${name}`, name, roles: ['admin'], permissions: EVERYTHING, via: 'local' };
    },
  };
}

/** @throws AppError invalid_request */
function nameOf(header: unknown): string {
  if (typeof header !== 'string' || header === '') return NOBODY;
  let name: string;
  try {
    name = decodeURIComponent(header).trim();
  } catch {
    throw new AppError('invalid_request', `${PERSON_HEADER} must be percent-encoded UTF-8`);
  }
  if (name.length > 80 || /\p{Cc}/u.test(name))
    throw new AppError('invalid_request', `${PERSON_HEADER} must be a name of at most 80 characters`);
  return name === '' ? NOBODY : name;
}
