import { datasetInfo, fileDownloadInfo, listFiles } from '@huggingface/hub';
import { AppError } from '../../../lib/contracts/errors.ts';
import { ConnectionLost, HttpStatusError, type HubPlace } from './hub-error.ts';

/** How a file's content is known before it is there: LFS files by sha256, small ones by their git blob id (sha1). */
export type ExpectedDigest = { readonly kind: 'sha256' | 'git-sha1'; readonly hex: string };

export interface HubFile {
  readonly path: string;
  readonly size: number;
  readonly digest: ExpectedDigest;
}

export interface HubClientOptions extends HubPlace {
  readonly token: string | undefined;
  /** Longest wait for an answer's head, and between two pieces of its body. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

export interface HubClient {
  /** The commit that the revision names now. */
  resolveCommit(): Promise<string>;
  listFiles(commit: string): Promise<HubFile[]>;
  /** Bytes of a file from an offset on. `from` is 0 where the server does not give parts. */
  body(
    file: HubFile,
    commit: string,
    offset: number,
  ): Promise<{ readonly from: number; readonly chunks: AsyncIterable<Uint8Array> }>;
}

const SHA = /^[0-9a-f]{40}$/;

/** The Hugging Face hub's data set API through its own client; file bodies by plain Range requests, so that their status is seen. */
export function createHubClient(options: HubClientOptions): HubClient {
  const { endpoint, repo, token, signal } = options;
  const guarded: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(options.idleMs)]) });
  const access = token === undefined ? {} : { accessToken: token };
  const common = { hubUrl: endpoint, fetch: guarded, ...access };
  const designation = { type: 'dataset', name: repo } as const;

  return {
    resolveCommit: async () => {
      const info = await datasetInfo({
        name: repo,
        revision: options.revision,
        additionalFields: ['sha'],
        ...common,
      });
      if (typeof info.sha === 'string' && SHA.test(info.sha)) return info.sha;
      throw new AppError(
        'hub_unreachable',
        `${endpoint} did not name the commit of '${options.revision}'. Is it a Hugging Face endpoint?`,
      );
    },
    listFiles: async (commit) => {
      const files: HubFile[] = [];
      for await (const entry of listFiles({ repo: designation, revision: commit, ...common })) {
        if (entry.type !== 'file') continue;
        const { path, size, lfs, oid } = entry;
        if (lfs !== undefined) files.push({ path, size: lfs.size, digest: { kind: 'sha256', hex: lfs.oid } });
        else if (oid !== undefined) files.push({ path, size, digest: { kind: 'git-sha1', hex: oid } });
      }
      return files;
    },
    body: async (file, commit, offset) => {
      const info = await fileDownloadInfo({
        repo: designation,
        path: file.path,
        revision: commit,
        ...common,
      });
      if (info === null) throw new HttpStatusError(404, `${endpoint}/datasets/${repo}`, undefined);
      const own = new URL(info.url).origin === new URL(endpoint).origin;
      return readBody(info.url, offset, {
        signal,
        idleMs: options.idleMs,
        authorization: own && token !== undefined ? `Bearer ${token}` : undefined,
      });
    },
  };
}

interface BodyOptions {
  readonly signal: AbortSignal;
  readonly idleMs: number;
  readonly authorization: string | undefined;
}

async function readBody(
  url: string,
  offset: number,
  options: BodyOptions,
): Promise<{ readonly from: number; readonly chunks: AsyncIterable<Uint8Array> }> {
  const stalled = new AbortController();
  const arm = (): NodeJS.Timeout =>
    setTimeout(() => {
      stalled.abort(new ConnectionLost(`no byte for ${options.idleMs / 1000} s`));
    }, options.idleMs);
  let timer = arm();
  const headers = new Headers({ 'accept-encoding': 'identity' });
  if (offset > 0) headers.set('range', `bytes=${offset}-`);
  if (options.authorization !== undefined) headers.set('authorization', options.authorization);
  let response: Response;
  try {
    response = await fetch(url, { headers, signal: AbortSignal.any([options.signal, stalled.signal]) });
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
  const { status, body } = response;
  if (body === null || (status !== 200 && status !== 206)) {
    clearTimeout(timer);
    await body?.cancel();
    throw new HttpStatusError(status, response.url, retryAfterMs(response));
  }
  return {
    from: status === 206 ? startOf(response, offset) : 0,
    chunks: (async function* () {
      try {
        for await (const chunk of body) {
          clearTimeout(timer);
          yield chunk;
          timer = arm();
        }
      } finally {
        clearTimeout(timer);
      }
    })(),
  };
}

function startOf(response: Response, offset: number): number {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return start === undefined ? offset : Number(start);
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
