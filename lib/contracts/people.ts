import * as z from 'zod/mini';
import { isFitName } from '../util/person-names.ts';

/**
 * Who may do what. A person has roles; a role gives permissions; a route needs one (server/http/access-table.ts).
 * Without accounts (the default on loopback) a person is a name that the browser sends, with all roles unless a profile
 * of that name says otherwise.
 */

export const ROLES = ['viewer', 'annotator', 'adjudicator', 'researcher', 'lead', 'admin'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.output<typeof roleSchema>;

export const PERMISSIONS = [
  /** See the library of runs. */
  'read',
  /** Change it: labels, verifiers, imports, deletions, jobs. */
  'write',
  /** Take items of queues and label them. */
  'label',
  'adjudicate',
  /** See labels of all, agreement, exports. */
  'analyse',
  /** Make projects, schemas and queues; return labels. */
  'lead',
  /** People, invites, tokens of others, keeping. */
  'admin',
] as const;
export const permissionSchema = z.enum(PERMISSIONS);
export type Permission = z.output<typeof permissionSchema>;

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  annotator: ['label'],
  adjudicator: ['label', 'adjudicate'],
  researcher: ['read', 'write', 'label', 'analyse'],
  lead: ['read', 'write', 'label', 'adjudicate', 'analyse', 'lead'],
  admin: PERMISSIONS,
};

export const personIdSchema = z.string().check(z.minLength(1), z.maxLength(120));

/** Who asks. `id` is stable; a name can change. */
export interface Principal {
  /** `local:<name>` without accounts, 32 hex digits with, '' for a visitor. */
  readonly id: string;
  /** What labels and notes are signed with. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly permissions: ReadonlySet<Permission>;
  readonly via: 'local' | 'cookie' | 'bearer' | 'token' | 'visitor';
}

/** How many characters a name has at most; everything signed with one is cut there. */
export const NAME_LIMIT = 80;
export const personNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(NAME_LIMIT),
    z.refine(isFitName, 'a name that can be seen, without control characters'),
  );

/** How somebody came to be known: a profile without a secret, an invite, an OpenID provider. */
export const PERSON_SOURCES = ['local', 'invite', 'oidc'] as const;
export type PersonSource = (typeof PERSON_SOURCES)[number];

/** What roles allow together. */
export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
}
