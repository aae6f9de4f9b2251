import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { AppError } from '../../lib/contracts/errors.ts';
import { permissionsOf, type Permission, type Principal } from '../../lib/contracts/people.ts';
import { NOBODY } from '../../lib/contracts/route.ts';
import type { PeopleShelf, PersonRecord } from '../store/people/types.ts';
import { createCarrier, type Carrier } from './carrier.ts';
import { Guesses } from './guesses.ts';
import { Invites } from './invites.ts';
import { People } from './people.ts';
import { ERRAND_MS, ProviderSignIn } from './provider-sign-in.ts';
import { Provider, type OidcSettings } from './provider.ts';
import { requirePermission } from './refuse.ts';
import { SIGN_IN_MOST_MS, SignIns, type Signed } from './sign-ins.ts';
import { TOKEN_MARK, Tokens } from './tokens.ts';
import type { Access } from './types.ts';

/** How the bearer of a sign-in begins, where the browser takes no cookie. */
const BEARER_MARK = 'awms_';
const ERRAND_COOKIE = 'awm-sign-in';

export interface AccountsOptions {
  readonly shelf: PeopleShelf;
  /** Tells this studio's cookies from those of others on the same host. */
  readonly homeDir: string;
  /** What those who did not sign in may do of what needs a permission. */
  readonly visitors: ReadonlySet<Permission>;
  readonly oidc: OidcSettings | null;
  readonly now?: () => number;
}

/** People with secrets: signing in and out, invites, tokens. */
export class Accounts implements Access {
  readonly accounts = true;
  readonly people: People;
  readonly invites: Invites;
  readonly tokens: Tokens;
  readonly signIns: SignIns;
  readonly provider: ProviderSignIn | undefined;
  readonly #carrier: Carrier;
  readonly #visitor: Principal;

  constructor({ shelf, homeDir, visitors, oidc, now = Date.now }: AccountsOptions) {
    const guesses = new Guesses(now);
    this.people = new People(shelf, now);
    const parts = { shelf, people: this.people, guesses, now };
    this.invites = new Invites(parts);
    this.tokens = new Tokens(parts);
    this.signIns = new SignIns(parts);
    this.provider =
      oidc === null
        ? undefined
        : new ProviderSignIn({ provider: new Provider(oidc), people: this.people, shelf, now });
    this.#carrier = createCarrier(hash('sha256', homeDir, 'hex').slice(0, 8));
    this.#visitor = { id: '', name: NOBODY, roles: [], permissions: visitors, via: 'visitor' };
  }

  principal(headers: IncomingHttpHeaders): Principal {
    const bearer = bearerOf(headers);
    if (bearer?.startsWith(TOKEN_MARK) === true) {
      const { person, permissions } = this.tokens.check(bearer);
      return { id: person.id, name: person.name, roles: person.roles, permissions, via: 'token' };
    }
    const signed = this.signedIn(headers);
    if (signed !== undefined)
      return {
        id: signed.person.id,
        name: signed.person.name,
        roles: signed.person.roles,
        permissions: permissionsOf(signed.person.roles),
        via: isSignInBearer(bearer) ? 'bearer' : 'cookie',
      };
    if (isSignInBearer(bearer)) throw new AppError('unauthenticated', 'Your sign-in is over. Sign in again.');
    return this.#visitor;
  }

  require(who: Principal, permission: Permission): void {
    requirePermission(who, permission, true);
  }

  /** The sign-in that a request comes with. A cookie that is over is as none: the browser sends it by itself. */
  signedIn(headers: IncomingHttpHeaders): Signed | undefined {
    const bearer = bearerOf(headers);
    if (isSignInBearer(bearer)) return this.signIns.check(bearer.slice(BEARER_MARK.length));
    const cookie = this.#carrier.read(headers);
    return cookie === undefined ? undefined : this.signIns.check(cookie);
  }

  /** Signs a person in: by cookie where the browser showed that it takes one, else by a bearer. */
  begin(
    person: PersonRecord,
    headers: IncomingHttpHeaders,
  ): { readonly cookie: string; readonly bearer: null } | { readonly cookie: null; readonly bearer: string } {
    const credential = this.signIns.begin(person, headers['user-agent'] ?? '');
    return this.#carrier.takesCookies(headers)
      ? { cookie: this.#carrier.write(headers, credential, SIGN_IN_MOST_MS), bearer: null }
      : { cookie: null, bearer: `${BEARER_MARK}${credential}` };
  }

  probe(headers: IncomingHttpHeaders): string | undefined {
    return this.#carrier.probe(headers);
  }

  forget(headers: IncomingHttpHeaders): string {
    return this.#carrier.clear(headers);
  }
}

/** The cookie that ties a window to the sign-in that it left for. Lax: the provider sends the window back from another site. */
export function errandCookie(browser: string, secure: boolean): string {
  return stringifySetCookie({
    name: ERRAND_COOKIE,
    value: browser,
    path: '/api/sign-in',
    maxAge: ERRAND_MS / 1000,
    httpOnly: true,
    secure,
    sameSite: 'lax',
  });
}

export function errandOf(headers: IncomingHttpHeaders): string | undefined {
  return parseCookie(headers.cookie ?? '')[ERRAND_COOKIE];
}

function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Bearers of others pass: a private Space's clients send the Hub's. */
function isSignInBearer(bearer: string | undefined): bearer is string {
  return bearer?.startsWith(BEARER_MARK) === true;
}
