import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that answers as the hub does for one data set: commit, tree, resolve with a redirect to storage, ranges. */

export interface FakeFile {
  readonly content: Buffer;
  readonly lfs: boolean;
}

export interface FakeHubOptions {
  readonly repo: string;
  readonly commit: string;
  readonly files: Readonly<Record<string, FakeFile>>;
  /** Wanted in the Authorization header where given. */
  readonly token?: string;
  /** Called for each answer with a body; may cut, spoil or replace it. */
  readonly onBody?: (request: {
    readonly path: string;
    readonly range: string | undefined;
    readonly nth: number;
  }) => BodyFault | undefined;
  /** Called for each API request. */
  readonly onApi?: (
    nth: number,
  ) => { readonly status: number; readonly headers?: Record<string, string> } | undefined;
}

export type BodyFault =
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'stall'; readonly after: number }
  | { readonly kind: 'spoil' }
  | { readonly kind: 'ignore_range' }
  | { readonly kind: 'status'; readonly status: number };

export interface FakeHub extends AsyncDisposable {
  readonly endpoint: string;
  /** `path range` of every answer with a file's body. */
  readonly bodies: readonly string[];
  /** Authorization headers that reached the storage host. */
  readonly leaked: readonly string[];
  /** Ends every connection to the storage host. */
  cut(): void;
}

async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<[Server, string]> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

function etagOf(file: FakeFile): string {
  if (file.lfs) return createHash('sha256').update(file.content).digest('hex');
  return createHash('sha1').update(`blob ${file.content.length}\0`).update(file.content).digest('hex');
}

export async function startFakeHub(options: FakeHubOptions): Promise<FakeHub> {
  const bodies: string[] = [];
  const leaked: string[] = [];
  const counts = new Map<string, number>();
  let apiCalls = 0;

  const sendFile = (
    path: string,
    file: FakeFile,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const range = request.headers.range;
    const probe = range === 'bytes=0-0';
    if (!probe) bodies.push(`${path} ${range ?? 'all'}`);
    const nth = (counts.get(path) ?? 0) + (probe ? 0 : 1);
    counts.set(path, nth);
    const fault = probe ? undefined : options.onBody?.({ path, range, nth });
    if (fault?.kind === 'status') {
      response.writeHead(fault.status).end();
      return;
    }
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const partial = range !== undefined && fault?.kind !== 'ignore_range';
    const start = partial ? Number(from) : 0;
    const end = partial && to !== '' ? Number(to) + 1 : file.content.length;
    let body = file.content.subarray(start, end);
    if (fault?.kind === 'spoil') body = Buffer.from(body.map((byte) => byte ^ 1));
    response.writeHead(partial ? 206 : 200, {
      etag: `"${etagOf(file)}"`,
      'accept-ranges': 'bytes',
      'content-length': body.length,
      ...(partial && { 'content-range': `bytes ${start}-${end - 1}/${file.content.length}` }),
    });
    if (fault?.kind === 'cut') {
      response.write(body.subarray(0, fault.after), () => response.socket?.end());
    } else if (fault?.kind === 'stall') {
      response.write(body.subarray(0, fault.after));
    } else {
      response.end(body);
    }
  };

  const [storage, storageUrl] = await listen((request, response) => {
    if (request.headers.authorization !== undefined) leaked.push(request.headers.authorization);
    const path = decodeURIComponent((request.url ?? '').slice('/blob/'.length));
    const file = options.files[path];
    if (file === undefined) response.writeHead(404).end();
    else sendFile(path, file, request, response);
  });

  const [hub, endpoint] = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://hub');
    const json = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value));
    };
    if (options.token !== undefined && request.headers.authorization !== `Bearer ${options.token}`) {
      json(401, { error: 'Invalid username or password.' });
      return;
    }
    const api = `/api/datasets/${options.repo}`;
    if (url.pathname.startsWith('/api/')) {
      apiCalls += 1;
      const fault = options.onApi?.(apiCalls);
      if (fault !== undefined) {
        json(fault.status, { error: 'fault' }, fault.headers);
        return;
      }
    }
    if (url.pathname === `${api}/revision/main` || url.pathname === `${api}/revision/${options.commit}`) {
      json(200, { _id: '1', id: options.repo, sha: options.commit, lastModified: new Date(0).toISOString() });
    } else if (url.pathname === `${api}/tree/${options.commit}`) {
      sendTree(url, api, json);
    } else if (url.pathname.startsWith(`/datasets/${options.repo}/resolve/${options.commit}/`)) {
      const path = url.pathname.split('/').at(-1) ?? '';
      const file = options.files[path];
      if (file === undefined) json(404, { error: 'Entry not found' }, { 'X-Error-Code': 'EntryNotFound' });
      else if (file.lfs) {
        response
          .writeHead(302, {
            location: `${storageUrl}/blob/${path}`,
            'x-linked-etag': `"${etagOf(file)}"`,
            'x-linked-size': String(file.content.length),
          })
          .end();
      } else sendFile(path, file, request, response);
    } else {
      json(404, { error: 'Repository not found' });
    }
  });

  /** Two entries a page, as the real one pages by `Link`. */
  const sendTree = (
    url: URL,
    api: string,
    json: (status: number, value: unknown, headers?: Record<string, string>) => void,
  ): void => {
    const entries = [
      { type: 'directory', oid: '0', size: 0, path: 'extra' },
      ...Object.entries(options.files).map(([path, file]) => ({
        type: 'file',
        path,
        size: file.content.length,
        oid: file.lfs ? createHash('sha1').update(path).digest('hex') : etagOf(file),
        ...(file.lfs && { lfs: { oid: etagOf(file), size: file.content.length, pointerSize: 134 } }),
      })),
    ];
    const at = Number(url.searchParams.get('cursor') ?? '0');
    const next = `${endpoint}${api}/tree/${options.commit}?cursor=${at + 2}`;
    json(200, entries.slice(at, at + 2), at + 2 < entries.length ? { link: `<${next}>; rel="next"` } : {});
  };

  return {
    endpoint,
    bodies,
    leaked,
    cut: () => {
      storage.closeAllConnections();
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([close(hub), close(storage)]);
    },
  };
}
