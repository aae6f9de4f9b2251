import { AppError } from '../../lib/contracts/errors.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import type { ApiToken, Invite, Person, peopleRoutes, SignedIn } from '../../lib/contracts/rest-people.ts';
import { errandCookie, signInEnd, type Accounts } from '../access/index.ts';
import type { InviteRecord, PersonRecord, TokenRecord } from '../store/people/types.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import { publicOrigin } from './forwarded.ts';
import type { Carriage, Handlers } from './rest.ts';
import { SIGN_IN_CALLBACK } from './sign-in-callback.ts';

const LOG_PAGE = 200;

/** Who is there and how they get in. Secrets leave in bodies only, once. */
export function peopleHandlers({
  access,
  people,
  accounts,
  config,
}: HttpContext): Pick<Handlers, keyof typeof peopleRoutes> {
  /** @throws AppError conflict where nobody signs in */
  const withAccounts = (): Accounts => {
    if (accounts === undefined)
      throw new AppError(
        'conflict',
        'This studio has no accounts: whoever reaches it is who they say. Start it with --accounts.',
      );
    return accounts;
  };
  /** @throws AppError conflict where people sign in */
  const withoutAccounts = (): void => {
    if (accounts !== undefined)
      throw new AppError('conflict', 'This studio has accounts: people sign in, they do not pick a profile.');
  };
  /** @throws AppError unauthenticated */
  const signedIn = (who: Principal): Accounts => {
    const them = withAccounts();
    if (who.via === 'visitor') throw new AppError('unauthenticated', 'Sign in first.');
    return them;
  };
  /** @throws AppError unauthenticated, forbidden for a token: its scopes are of the work, not of its person's ways in */
  const inPerson = (who: Principal): Accounts => {
    const them = signedIn(who);
    if (who.via === 'token')
      throw new AppError('forbidden', 'This needs a sign-in of the person; a token may not.');
    return them;
  };
  const begin = (person: PersonRecord, carriage: Carriage): SignedIn => {
    const { cookie, bearer } = withAccounts().begin(person, carriage.headers);
    if (cookie !== null) carriage.setCookie(cookie);
    return { person: describeSelf(person), bearer };
  };
  const describeInvite = (invite: InviteRecord): Invite => {
    const { id, role, name, note, by, createdAtMs, expiresAtMs, usedBy } = invite;
    return {
      id,
      role,
      name,
      note,
      by,
      createdAtMs,
      expiresAtMs,
      state: withAccounts().invites.stateOf(invite),
      usedBy: usedBy === null ? null : nameOf(usedBy),
    };
  };
  const describeToken = (token: TokenRecord): ApiToken => ({
    id: token.id,
    prefix: token.prefix,
    name: token.name,
    person: { id: token.person, name: nameOf(token.person) },
    scopes: [...token.scopes],
    createdAtMs: token.createdAtMs,
    expiresAtMs: token.expiresAtMs,
    lastUsedAtMs: token.lastUsedAtMs,
  });
  const nameOf = (id: string): string => people.find(id)?.name ?? id;

  return {
    whoami({ who, carriage }) {
      const probe = who.via === 'visitor' ? accounts?.probe(carriage.headers) : undefined;
      if (probe !== undefined) carriage.setCookie(probe);
      return {
        accounts: access.accounts,
        provider: accounts?.provider?.provider.settings.name ?? null,
        person: who.via === 'visitor' ? null : { id: who.id, name: who.name, roles: [...who.roles] },
        permissions: [...who.permissions],
      };
    },
    lookAtInvite({ body }) {
      const { role, name, note, expiresAtMs } = withAccounts().invites.look(body.invite);
      return { role, name, note, expiresAtMs };
    },
    useInvite({ body, who, carriage }) {
      const person = withAccounts().invites.use(body.invite, body.name, who);
      return who.via === 'visitor' ? begin(person, carriage) : { person: describeSelf(person), bearer: null };
    },
    async startSignIn({ body, carriage }) {
      const { provider } = withAccounts();
      if (provider === undefined)
        throw new AppError('conflict', 'No OpenID provider is set up here; people come by invites.');
      const origin = config.publicUrl ?? publicOrigin(carriage.headers);
      const { url, browser } = await provider.start(body.handover, `${origin}${SIGN_IN_CALLBACK}`);
      carriage.setCookie(errandCookie(browser, origin.startsWith('https:')));
      return { url };
    },
    claimSignIn({ body, carriage }) {
      const claimed = withAccounts().provider?.claim(body.handover) ?? { state: 'waiting' };
      return claimed.state === 'done' ? { state: 'done', ...begin(claimed.person, carriage) } : claimed;
    },
    signOut({ carriage }) {
      const them = withAccounts();
      const signed = them.signedIn(carriage.headers);
      if (signed !== undefined) them.signIns.end(signed.person, signed.signIn.id, undefined);
      carriage.setCookie(them.forget(carriage.headers));
      return {};
    },
    listSignIns({ who, carriage }) {
      const them = inPerson(who);
      const current = them.signedIn(carriage.headers)?.signIn.id;
      return {
        items: them.signIns.list(who.id).map((signIn) => ({
          id: signIn.id,
          current: signIn.id === current,
          device: signIn.device,
          createdAtMs: signIn.createdAtMs,
          seenAtMs: signIn.seenAtMs,
          expiresAtMs: signInEnd(signIn),
        })),
      };
    },
    endSignIn({ params, who, carriage }) {
      const them = inPerson(who);
      them.signIns.end(people.get(who.id), params.id, them.signedIn(carriage.headers)?.signIn.id);
      return {};
    },
    listPeople: ({ who }) => ({
      items: people
        .list(access.accounts ? 'accounts' : 'profiles')
        .map((person) => describePerson(person, who.permissions.has('admin'))),
    }),
    setPerson: ({ params, body, who }) =>
      describePerson(people.set(params.id, dropUndefined(body), who), true),
    listProfiles({ who }) {
      withoutAccounts();
      // Strangers learn no names.
      if (who.via === 'visitor') return { items: [] };
      return { items: people.list('profiles').map(({ name, roles }) => ({ name, roles: [...roles] })) };
    },
    saveProfile({ params, body, who }) {
      withoutAccounts();
      return describePerson(people.saveProfile(params.name, body.roles, who), true);
    },
    removeProfile({ params, who }) {
      withoutAccounts();
      people.removeProfile(params.name, who);
      return {};
    },
    listInvites: () => ({ items: withAccounts().invites.list().map(describeInvite) }),
    createInvite({ body, who }) {
      const { invite, secret } = withAccounts().invites.create(dropUndefined(body), who);
      return { invite: describeInvite(invite), secret };
    },
    revokeInvite({ params, who }) {
      withAccounts().invites.revoke(params.id, who);
      return {};
    },
    listTokens({ query, who }) {
      const them = who.permissions.has('admin') ? signedIn(who) : inPerson(who);
      if (query.of === 'all') access.require(who, 'admin');
      return { items: them.tokens.list(query.of === 'all' ? undefined : who.id).map(describeToken) };
    },
    createToken({ body, who }) {
      const them = signedIn(who);
      if (who.via === 'token')
        throw new AppError('forbidden', 'A token makes no tokens: sign in, or ask with `studio token`.');
      const { token, secret } = them.tokens.create(body, who);
      return { token: describeToken(token), secret };
    },
    revokeToken({ params, who }) {
      const them = who.permissions.has('admin') ? signedIn(who) : inPerson(who);
      them.tokens.revoke(params.id, who);
      return {};
    },
    listAccessLog({ query }) {
      const entries = people.entries(query.before, LOG_PAGE);
      const last = entries.at(-1);
      return {
        items: entries.map(({ atMs, by, action, about }) => ({ atMs, by, action, about })),
        nextBefore: entries.length === LOG_PAGE && last !== undefined ? last.n : null,
      };
    },
  };
}

function describeSelf({ id, name, roles }: PersonRecord): SignedIn['person'] {
  return { id, name, roles: [...roles] };
}

function describePerson(person: PersonRecord, whole: boolean): Person {
  const { id, name, email, roles, via, disabled, createdAtMs, seenAtMs } = person;
  return {
    id,
    name,
    email: whole ? email : null,
    roles: [...roles],
    via,
    disabled,
    createdAtMs,
    seenAtMs: whole ? seenAtMs : null,
  };
}
