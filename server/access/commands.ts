import * as z from 'zod/mini';
import { AppError } from '../../lib/contracts/errors.ts';
import { permissionsOf, roleSchema } from '../../lib/contracts/people.ts';
import { inviteBodySchema, tokenBodySchema } from '../../lib/contracts/rest-people.ts';
import type { PersonRecord } from '../store/people/types.ts';
import type { Accounts } from './accounts.ts';

/** What whoever holds the home may ask from the command line, by the running server or without one. */
const commandSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('invite'), ...inviteBodySchema.shape }),
  z.object({ command: z.literal('token'), person: z.string(), ...tokenBodySchema.shape }),
  z.object({ command: z.literal('people') }),
  z.object({ command: z.literal('roles'), person: z.string(), roles: z.array(roleSchema) }),
  z.object({ command: z.literal('disable'), person: z.string(), disabled: z.boolean() }),
]);
export type AdminCommand = z.output<typeof commandSchema>;

export interface AdminParts {
  readonly accounts: Accounts;
  /** Where people reach the studio, without a slash at the end. */
  readonly url: string;
}

/** The one at the command line. */
const OPERATOR = { id: '', name: 'the command line' };

/** @throws AppError invalid_request */
export function parseCommand(text: string): AdminCommand {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', 'The command is not JSON.');
  }
  const parsed = commandSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid_request', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}

/** What to print. @throws AppError not_found, conflict, forbidden */
export function runCommand(command: AdminCommand, { accounts, url }: AdminParts): string {
  switch (command.command) {
    case 'invite': {
      const { name, ...body } = command;
      const { invite, secret } = accounts.invites.create(
        { ...body, ...(name !== undefined && { name }) },
        OPERATOR,
      );
      return `${inviteLink(url, secret)}\nWorks once, until ${new Date(invite.expiresAtMs).toISOString()}, as ${invite.role}.`;
    }
    case 'token': {
      const { id, name, roles } = find(accounts, command.person);
      const { token, secret } = accounts.tokens.create(command, {
        id,
        name,
        permissions: permissionsOf(roles),
      });
      return `${secret}\nActs for ${name} (${token.scopes.join(', ')}) until ${new Date(token.expiresAtMs).toISOString()}. It is not shown again.`;
    }
    case 'people': {
      const lines = accounts.people
        .list('accounts')
        .map(({ id, name, roles, via, disabled }) =>
          [id.slice(0, 8), name, roles.join(', ') || 'no role', via, ...(disabled ? ['shut out'] : [])].join(
            '\t',
          ),
        );
      return lines.length === 0 ? 'Nobody yet: studio invite --role admin' : lines.join('\n');
    }
    case 'roles': {
      const { name, roles } = accounts.people.set(
        find(accounts, command.person).id,
        { roles: command.roles },
        OPERATOR,
      );
      return `${name}: ${roles.join(', ') || 'no role'}`;
    }
    case 'disable': {
      const { name, disabled } = accounts.people.set(
        find(accounts, command.person).id,
        { disabled: command.disabled },
        OPERATOR,
      );
      return `${name} is ${disabled ? 'shut out' : 'let in'}.`;
    }
  }
}

/** The secret stands behind the #: browsers send that to no server. */
export function inviteLink(url: string, secret: string): string {
  return `${url}/web/invite#${secret}`;
}

/** By name, or the beginning of the id. @throws AppError not_found */
function find({ people }: Accounts, who: string): PersonRecord {
  const all = people.list('accounts');
  const found =
    all.find(({ name }) => name.toLowerCase() === who.toLowerCase()) ??
    all.find(({ id }) => who.length >= 6 && id.startsWith(who));
  if (found === undefined)
    throw new AppError('not_found', `Nobody is called ${who}; 'studio people' lists all.`);
  return found;
}
