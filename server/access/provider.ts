import * as client from 'openid-client';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Role } from '../../lib/contracts/people.ts';
import { providerFault } from './sign-in-fault.ts';

const TIMEOUT_S = 10;

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** What the button says. */
  readonly name: string;
  /** Roles of people who come for the first time. */
  readonly roles: readonly Role[];
  /** Who may come: `@example.org` (verified e-mail), or the name of a group, organisation or user; empty: everybody. */
  readonly allow: readonly string[];
  /** The subject that is always admin: a Space's creator. */
  readonly admin: string | null;
}

/** Who a provider says that somebody is. */
export interface Claimed {
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  /** Names by which `allow` may let them in. */
  readonly belongs: readonly string[];
}

/** What has to be kept while somebody is at the provider. */
export interface Errand {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** An OpenID provider: authorization code flow with PKCE, state and nonce. It is asked for its configuration when first needed. */
export class Provider {
  readonly settings: OidcSettings;
  #discovered: Promise<client.Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.settings = settings;
  }

  /** @throws AppError sign_in_failed */
  async begin(redirectUri: string): Promise<{ readonly url: string; readonly errand: Errand }> {
    const errand: Errand = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      redirectUri,
    };
    const url = client.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: this.settings.scopes,
      state: errand.state,
      nonce: errand.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(errand.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, errand };
  }

  /** @param search what the provider sent back in the address. @throws AppError sign_in_failed */
  async finish(search: string, { state, nonce, verifier, redirectUri }: Errand): Promise<Claimed> {
    const configuration = await this.#configuration();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}${search}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('it sent no ID token');
      const more =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return claimedOf({ ...claims, ...more });
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #configuration(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    this.#discovered ??= client
      .discovery(url, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        // The configuration allows plain HTTP on this machine only.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out
        ...(url.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        this.#discovered = undefined;
        throw this.#failed(error);
      });
    return this.#discovered;
  }

  #failed(error: unknown): AppError {
    return providerFault(this.settings.name, error);
  }
}

function claimedOf(claims: Readonly<Record<string, unknown>> & { readonly sub: string }): Claimed {
  const text = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  const email = claims['email_verified'] === true ? text(claims['email']) : undefined;
  const user = text(claims['preferred_username']);
  const names = [claims['groups'], claims['orgs']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return {
    subject: claims.sub,
    name: (user ?? text(claims['name']) ?? email?.split('@')[0] ?? claims.sub).replace(/\p{Cc}/gu, ''),
    email: email ?? null,
    belongs: [user, ...names.map(nameOfGroup)].filter((name) => name !== undefined),
  };
}

/** Groups are names; Hugging Face's organisations are objects. */
function nameOfGroup(group: unknown): string | undefined {
  if (typeof group === 'string') return group;
  if (typeof group !== 'object' || group === null || !('preferred_username' in group)) return undefined;
  return typeof group.preferred_username === 'string' ? group.preferred_username : undefined;
}

/** Whether `allow` lets them in. */
export function isAllowed(allow: readonly string[], { email, belongs }: Claimed): boolean {
  if (allow.length === 0) return true;
  const domain = email === null ? undefined : email.slice(email.lastIndexOf('@')).toLowerCase();
  return allow.some((entry) =>
    entry.startsWith('@') ? entry.toLowerCase() === domain : belongs.includes(entry),
  );
}
