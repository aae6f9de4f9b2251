import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real OpenID provider (npm oidc-provider) over HTTP on loopback. Whoever logs in is who they type: an e-mail address. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientSecret: string;
  /** For the studio's command line. */
  readonly flags: readonly string[];
  /** The studio's port is known after the provider's. */
  allowRedirect(uri: string): void;
}

const CLIENT = 'studio';
const SECRET = 'a-secret-of-the-test-provider-0123456789';

export async function startProvider(): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const redirects = new Set<string>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: ['http://127.0.0.1:1/never'] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: true,
        preferred_username: id.split('@')[0],
      }),
    }),
    cookies: { keys: ['k'] },
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => redirects.has(uri);
  server.on('request', provider.callback());
  return {
    issuer,
    clientSecret: SECRET,
    flags: ['--oidc-issuer', issuer, '--oidc-client-id', CLIENT, '--oidc-client-secret', SECRET],
    allowRedirect: (uri) => void redirects.add(uri),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

interface Visit {
  /** Where the studio sends the window on. */
  readonly back: string;
  /** Where the provider sent it back to, and with which cookie of the studio's. */
  readonly callback: string;
  readonly cookie: string;
}

/** Goes to the provider and back as a browser would, with its cookies. */
export async function visitProvider(
  studio: string,
  handover: string,
  email: string,
  options: { readonly withoutCookie?: boolean } = {},
): Promise<Visit> {
  const started = await fetch(`${studio}/api/sign-in/start`, {
    method: 'POST',
    body: JSON.stringify({ handover }),
  });
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  let { url } = (await started.json()) as { url: string };
  const jar = new Map<string, string>();
  let form: URLSearchParams | undefined;
  while (!url.startsWith(studio)) {
    const page: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const line of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = page.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      form = undefined;
      continue;
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(await page.text())?.[1];
    if (prompt === undefined || form !== undefined) throw new Error(`The provider answered ${page.status}`);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: email, password: 'x' }) });
  }
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: options.withoutCookie === true ? {} : { cookie },
  });
  return { back: answer.headers.get('location') ?? '', callback: url, cookie };
}
