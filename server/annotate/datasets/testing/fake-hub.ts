import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The Hub's HTTP API as a push needs it: repositories, preupload, LFS, commits. Files above 100 bytes that end in .jsonl go by LFS. */
export interface FakeHub extends AsyncDisposable {
  readonly url: string;
  readonly repos: Map<string, { private: boolean }>;
  /** By path, of the last commit. */
  readonly files: Map<string, Buffer>;
  readonly requests: string[];
  /** Uploads of large files that came in whole. */
  uploads: number;
  /** Connections to be cut in the middle of the next uploads. */
  cuts: number;
  /** Answers of the next requests to its API in place of its own; they quote the token. */
  readonly failures: { readonly status: number; readonly retryAfterS?: number }[];
}

export const HUB_TOKEN = 'hf_right';

export async function startFakeHub(): Promise<FakeHub> {
  const large = new Map<string, Buffer>();
  const hub = {
    url: '',
    repos: new Map<string, { private: boolean }>(),
    files: new Map<string, Buffer>(),
    requests: [] as string[],
    uploads: 0,
    cuts: 0,
    failures: [] as { status: number; retryAfterS?: number }[],
  };
  const answer = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '', 'http://hub');
    hub.requests.push(`${request.method ?? ''} ${pathname}`);
    const isUpload = pathname.startsWith('/lfs/');
    if (isUpload && hub.cuts > 0) {
      hub.cuts -= 1;
      request.destroy();
      return;
    }
    const body = await buffer(request);
    if (isUpload) {
      large.set(createHash('sha256').update(body).digest('hex'), body);
      hub.uploads += 1;
      answer(response, 200, {});
      return;
    }
    const failure = hub.failures.shift();
    if (failure !== undefined) {
      if (failure.retryAfterS !== undefined) response.setHeader('retry-after', failure.retryAfterS);
      answer(response, failure.status, { error: `no: ${request.headers.authorization ?? ''}` });
      return;
    }
    if (request.headers.authorization !== `Bearer ${HUB_TOKEN}`) {
      answer(response, 401, { error: 'Invalid username or password.' });
      return;
    }
    if (pathname === '/api/repos/create') {
      const asked = JSON.parse(body.toString()) as {
        name: string;
        organization?: string;
        visibility?: string;
        private?: boolean;
      };
      const name = `${asked.organization ?? ''}/${asked.name}`;
      if (hub.repos.has(name)) {
        answer(response, 409, { error: 'You already created this dataset repo' });
        return;
      }
      hub.repos.set(name, { private: asked.visibility === 'private' || asked.private === true });
      answer(response, 200, { url: `${hub.url}/datasets/${name}` });
      return;
    }
    if (pathname.includes('/preupload/')) {
      const { files } = JSON.parse(body.toString()) as { files: { path: string; size: number }[] };
      answer(response, 200, {
        files: files.map(({ path, size }) => ({
          path,
          uploadMode: path.endsWith('.jsonl') && size > 100 ? 'lfs' : 'regular',
        })),
      });
      return;
    }
    if (pathname.endsWith('/info/lfs/objects/batch')) {
      const { objects } = JSON.parse(body.toString()) as { objects: { oid: string; size: number }[] };
      answer(response, 200, {
        transfer: 'basic',
        objects: objects.map(({ oid, size }) => ({
          oid,
          size,
          ...(!large.has(oid) && { actions: { upload: { href: `${hub.url}/lfs/${oid}` } } }),
        })),
      });
      return;
    }
    if (pathname.includes('/commit/')) {
      for (const line of body.toString().trim().split('\n')) {
        const { key, value } = JSON.parse(line) as {
          key: string;
          value: { path: string; content: string; oid: string };
        };
        if (key === 'file') hub.files.set(value.path, Buffer.from(value.content, 'base64'));
        if (key === 'lfsFile') hub.files.set(value.path, large.get(value.oid) ?? Buffer.from('missing'));
      }
      const oid = createHash('sha1').update(body).digest('hex');
      answer(response, 200, {
        commitOid: oid,
        commitUrl: `${hub.url}/commit/${oid}`,
        success: true,
        hookOutput: '',
      });
      return;
    }
    answer(response, 404, { error: 'not here' });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hub.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return Object.assign(hub, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
