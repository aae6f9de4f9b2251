import * as z from 'zod/mini';
import { PERSON_SOURCES, permissionSchema, personIdSchema, personNameSchema, roleSchema } from './people.ts';
import { whoRoutes } from './rest-who.ts';
import { route } from './route.ts';

const timeSchema = z.number();
const idParams = z.object({ id: personIdSchema });
const okSchema = z.object({});
/** `<id>.<secret>` of a link, or what a page made up to be handed a sign-in by. */
const secretSchema = z.string().check(z.minLength(16), z.maxLength(200));

/** After a sign-in. `bearer` is null where the browser took the cookie. */
/**
 * Why a sign-in with a provider came to nothing. denied: the person or the provider said no. unreachable: the provider does not
 * answer. clock: its clock and the server's differ. not_allowed: not of those who are let in here. shut_out: by an admin.
 */
const SIGN_IN_FAULTS = ['denied', 'unreachable', 'clock', 'not_allowed', 'shut_out', 'failed'] as const;
/** Also the `details.why` of the error `sign_in_failed`. */
export const signInFaultSchema = z.enum(SIGN_IN_FAULTS);
export type SignInFault = z.output<typeof signInFaultSchema>;

export const signedInSchema = z.object({
  person: z.object({ id: z.string(), name: z.string(), roles: z.array(roleSchema) }),
  bearer: z.nullable(z.string()),
});
export type SignedIn = z.output<typeof signedInSchema>;

export const personSchema = z.object({
  id: personIdSchema,
  name: z.string(),
  /** Null for those who are no admin. */
  email: z.nullable(z.string()),
  roles: z.array(roleSchema),
  via: z.enum(PERSON_SOURCES),
  disabled: z.boolean(),
  createdAtMs: timeSchema,
  seenAtMs: z.nullable(timeSchema),
});
export type Person = z.output<typeof personSchema>;

export const inviteSchema = z.object({
  id: z.string(),
  role: roleSchema,
  name: z.nullable(z.string()),
  note: z.string(),
  by: z.string(),
  createdAtMs: timeSchema,
  expiresAtMs: timeSchema,
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  /** Whoever used it. */
  usedBy: z.nullable(z.string()),
});
export type Invite = z.output<typeof inviteSchema>;

export const apiTokenSchema = z.object({
  id: z.string(),
  /** How the secret begins, to recognise it by. */
  prefix: z.string(),
  name: z.string(),
  person: z.object({ id: personIdSchema, name: z.string() }),
  scopes: z.array(permissionSchema),
  createdAtMs: timeSchema,
  expiresAtMs: timeSchema,
  lastUsedAtMs: z.nullable(timeSchema),
});
export type ApiToken = z.output<typeof apiTokenSchema>;

export const signInSchema = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** Browser and system, as it says of itself. */
  device: z.string(),
  createdAtMs: timeSchema,
  seenAtMs: timeSchema,
  expiresAtMs: timeSchema,
});

export const accessEntrySchema = z.object({
  atMs: timeSchema,
  by: z.string(),
  action: z.string(),
  about: z.string(),
});

export const inviteBodySchema = z.object({
  role: roleSchema,
  name: z.optional(personNameSchema),
  note: z._default(z.string().check(z.maxLength(500)), ''),
  expiresInHours: z._default(z.number().check(z.gt(0), z.lte(24 * 90)), 24 * 7),
});

export const tokenBodySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  scopes: z.array(permissionSchema).check(z.minLength(1), z.maxLength(20)),
  expiresInDays: z._default(z.number().check(z.gt(0), z.lte(366)), 90),
});

/** Who is there: people, invites, tokens, signing in and out. */
export const peopleRoutes = {
  ...whoRoutes,
  lookAtInvite: route({
    method: 'POST',
    path: '/api/invites/look',
    summary: 'What an invite gives; does not use it',
    body: z.object({ invite: secretSchema }),
    response: z.object({
      role: roleSchema,
      name: z.nullable(z.string()),
      note: z.string(),
      expiresAtMs: timeSchema,
    }),
  }),
  useInvite: route({
    method: 'POST',
    path: '/api/invites/use',
    summary: 'Uses an invite: makes a person and signs them in, or gives its role to whoever is signed in',
    body: z.object({ invite: secretSchema, name: z.optional(personNameSchema) }),
    response: signedInSchema,
  }),
  startSignIn: route({
    method: 'POST',
    path: '/api/sign-in/start',
    summary: 'Begins to sign in with the OpenID provider; the answer’s address opens as a page of its own',
    body: z.object({ handover: secretSchema }),
    response: z.object({ url: z.string() }),
  }),
  claimSignIn: route({
    method: 'POST',
    path: '/api/sign-in/claim',
    summary: 'Whether the sign-in that was begun with this `handover` is done; takes it, once',
    body: z.object({ handover: secretSchema }),
    response: z.discriminatedUnion('state', [
      z.object({ state: z.literal('waiting') }),
      z.object({ state: z.literal('refused'), why: signInFaultSchema, message: z.string() }),
      z.object({ state: z.literal('done'), ...signedInSchema.shape }),
    ]),
  }),
  listSignIns: route({
    method: 'GET',
    path: '/api/sign-ins',
    summary: 'Where the person who asks is signed in',
    response: z.object({ items: z.array(signInSchema) }),
  }),
  endSignIn: route({
    method: 'DELETE',
    path: '/api/sign-ins/:id',
    summary: 'Ends a sign-in of the person who asks; `others`: all but the one that asks',
    params: idParams,
    response: okSchema,
  }),
  listPeople: route({
    method: 'GET',
    path: '/api/people',
    summary: 'People (without accounts: profiles) and their roles',
    response: z.object({ items: z.array(personSchema) }),
  }),
  setPerson: route({
    method: 'PATCH',
    path: '/api/people/:id',
    summary: 'Changes a person’s roles or name, or shuts them out',
    params: idParams,
    body: z.object({
      roles: z.optional(z.array(roleSchema).check(z.maxLength(10))),
      name: z.optional(personNameSchema),
      disabled: z.optional(z.boolean()),
    }),
    response: personSchema,
  }),
  saveProfile: route({
    method: 'PUT',
    path: '/api/profiles/:name',
    summary: 'Without accounts: gives a name roles; whoever says that name has these and no others',
    params: z.object({ name: personNameSchema }),
    body: z.object({ roles: z.array(roleSchema).check(z.minLength(1), z.maxLength(10)) }),
    response: personSchema,
  }),
  removeProfile: route({
    method: 'DELETE',
    path: '/api/profiles/:name',
    summary: 'Without accounts: the name has all roles again',
    params: z.object({ name: personNameSchema }),
    response: okSchema,
  }),
  listInvites: route({
    method: 'GET',
    path: '/api/invites',
    summary: 'Invites, newest first',
    response: z.object({ items: z.array(inviteSchema) }),
  }),
  createInvite: route({
    method: 'POST',
    path: '/api/invites',
    summary: 'Makes an invite; its link is told this once',
    body: inviteBodySchema,
    response: z.object({
      invite: inviteSchema,
      /** `<id>.<secret>`: goes behind `/web/invite#`. */
      secret: z.string(),
    }),
  }),
  revokeInvite: route({
    method: 'DELETE',
    path: '/api/invites/:id',
    summary: 'Takes an invite back',
    params: idParams,
    response: okSchema,
  }),
  listTokens: route({
    method: 'GET',
    path: '/api/tokens',
    summary: 'API tokens of the person who asks; `all`: of everybody (admin)',
    query: z.object({ of: z._default(z.enum(['me', 'all']), 'me') }),
    response: z.object({ items: z.array(apiTokenSchema) }),
  }),
  createToken: route({
    method: 'POST',
    path: '/api/tokens',
    summary: 'Makes an API token; its secret is told this once. It never may more than its person',
    body: tokenBodySchema,
    response: z.object({ token: apiTokenSchema, secret: z.string() }),
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/api/tokens/:id',
    summary: 'Takes an API token back',
    params: idParams,
    response: okSchema,
  }),
  listAccessLog: route({
    method: 'GET',
    path: '/api/access-log',
    summary: 'Who signed in, invited, changed roles; newest first',
    query: z.object({ before: z.optional(z.coerce.number()) }),
    response: z.object({ items: z.array(accessEntrySchema), nextBefore: z.nullable(z.number()) }),
  }),
} as const;
