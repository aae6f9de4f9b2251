import { createWriteStream } from 'node:fs';
import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod/mini';
import { AppError } from '../../../lib/contracts/errors.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { Dataset } from '../../dataset/types.ts';
import type { Store } from '../../store/types.ts';
import { isPublicAddress } from '../../verify/public-fetch.ts';
import type { JobProgress } from '../jobs/types.ts';
import { RunImporter } from './import-runs.ts';
import { ArtifactError } from './source.ts';
import { notPublic, studioAddress } from './studio-address.ts';
import { openZip } from './zip-source.ts';

export interface PullOptions {
  readonly store: Store;
  readonly dataset: Pick<Dataset, 'find' | 'source'>;
  /** Where zips lie while they are read. */
  readonly tmpDir: string;
  readonly url: string;
  /** A filter of the run table. */
  readonly q: string;
  /** Addresses of the public internet only: a stranger named the URL. */
  readonly publicOnly: boolean;
  /** API token of a studio with accounts. */
  readonly token?: string | undefined;
}

type Progress = Pick<JobProgress, 'line' | 'now' | 'total' | 'advance' | 'signal'>;

const IDLE_MS = 60_000;
const JSON_BYTES = 16 * 1024 * 1024;
const ZIP_BYTES = 2 * 1024 * 1024 * 1024;
/** Runs in a row that could not be fetched: the other studio is gone. */
const GIVE_UP_AFTER = 3;

/**
 * Merges the runs of another studio that are not here. What was taken stays: run it again and it goes on where it broke off.
 * @throws AppError forbidden (address), runtime_failed where the other studio cannot be reached or is none
 */
export async function pullRuns(
  options: PullOptions,
  progress: Progress,
): Promise<{ runs: number; here: number }> {
  const { store } = options;
  const other = new OtherStudio(options, progress.signal);
  const selection = await other.ask(
    runRoutes.selectRuns.response,
    'POST',
    '/api/run-selections',
    JSON.stringify({ q: options.q }),
  );
  progress.total(selection.count);
  const dir = await mkdtemp(join(options.tmpDir, 'pull-'));
  await using importer = new RunImporter({
    ...options,
    defaults: {},
    reconstruct: false,
    origin: 'pulled',
    openZip: () => Promise.reject(new ArtifactError('A zip in a zip is not opened')),
  });
  let here = 0;
  let failed = 0;
  try {
    for (let offset = 0; offset < selection.count;) {
      const path = `/api/run-selections/${encodeURIComponent(selection.id)}/runs?offset=${String(offset)}`;
      const { ids } = await other.ask(runRoutes.listSelected.response, 'GET', path);
      if (ids.length === 0) break;
      offset += ids.length;
      for (const id of ids) {
        progress.signal.throwIfAborted();
        if (store.episode(id) !== undefined) {
          here += 1;
          progress.advance(1);
          continue;
        }
        progress.now(id);
        try {
          await take(other, importer, { id, dir }, progress);
          failed = 0;
        } catch (error) {
          progress.signal.throwIfAborted();
          if (!(error instanceof AppError)) throw error;
          failed += 1;
          progress.line({ subject: id, outcome: 'failed', message: error.message });
          if (failed >= GIVE_UP_AFTER)
            throw new AppError(
              'runtime_failed',
              `${error.message} ${String(importer.imported.runs.length)} runs came in and stay; pull again to go on.`,
            );
        }
      }
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return { runs: importer.imported.runs.length, here };
}

async function take(
  other: OtherStudio,
  importer: RunImporter,
  { id, dir }: { readonly id: string; readonly dir: string },
  progress: Progress,
): Promise<void> {
  const file = join(dir, `${id}.zip`);
  try {
    await other.download(`/api/episodes/${id}/export`, file);
    await using zip = await openZip(file, `${id}.zip`).catch((error: unknown) => {
      throw error instanceof ArtifactError ? new AppError('runtime_failed', `${error.message}.`) : error;
    });
    // One line a run: the count of files in it is nobody's.
    await importer.import(zip, { ...progress, total: () => undefined });
  } finally {
    await rm(file, { force: true });
  }
}

/** Talks to a studio whose answers are untrusted: bounded, without following where it points. */
class OtherStudio {
  readonly #base: URL;
  readonly #publicOnly: boolean;
  readonly #token: string | undefined;
  readonly #signal: AbortSignal;

  constructor({ url, publicOnly, token }: PullOptions, signal: AbortSignal) {
    this.#base = studioAddress(url, publicOnly);
    this.#publicOnly = publicOnly;
    this.#token = token;
    this.#signal = signal;
  }

  async ask<T>(schema: z.ZodMiniType<T>, method: 'GET' | 'POST', path: string, body?: string): Promise<T> {
    const answer = await this.#send(method, path, body);
    const pieces: Buffer[] = [];
    let size = 0;
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        size += piece.length;
        if (size > JSON_BYTES) throw this.#failed('its answer is too large');
        pieces.push(piece);
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw this.#failed(error instanceof Error ? error.message : String(error));
    }
    const read = schema.safeParse(parsed(Buffer.concat(pieces).toString('utf8')));
    if (!read.success) throw this.#failed('it answers something else than a studio does');
    return read.data;
  }

  async download(path: string, file: string): Promise<void> {
    const answer = await this.#send('GET', path);
    let size = 0;
    const count = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        size += piece.length;
        if (size > ZIP_BYTES)
          throw new AppError('payload_too_large', 'A run of the other studio is larger than 2 GiB.');
        yield piece;
      }
    };
    try {
      await pipeline(answer, count, createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
        signal: this.#signal,
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw this.#failed(error instanceof Error ? error.message : String(error));
    }
  }

  #send(method: string, path: string, body?: string): Promise<IncomingMessage> {
    const url = new URL(path.replace(/^\//, ''), this.#base);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(
        url,
        {
          method,
          signal: this.#signal,
          timeout: IDLE_MS,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
          },
          ...(this.#publicOnly && { lookup: lookupPublic }),
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          if (status === 200) {
            resolve(answer);
            return;
          }
          answer.resume();
          reject(this.#failed(refusal(status, this.#token !== undefined)));
        },
      );
      request.on('timeout', () => request.destroy(new Error('it does not answer')));
      request.on('error', (error) => reject(error instanceof AppError ? error : this.#failed(error.message)));
      request.end(body);
    });
  }

  #failed(why: string): AppError {
    return new AppError('runtime_failed', `${this.#base.origin} cannot be pulled from: ${why}.`);
  }
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusal(status: number, hasToken: boolean): string {
  if (status === 401)
    return hasToken ? 'it does not know the API token' : 'it wants an API token that may read';
  // Followed, it would take the token with it.
  if (status >= 300 && status < 400)
    return `it sends elsewhere (${String(status)}); give the address that it leads to`;
  return status === 403
    ? 'its library is closed, or the token may not read it'
    : `it answers ${String(status)}`;
}

/** Checked where the connection is made, so that a name that changes its address in between wins nothing. */
const lookupPublic: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) answer(error, '', 0);
    else if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      answer(notPublic(hostname), '', 0);
    else if (options.all === true) answer(null, found);
    else answer(null, found[0]?.address ?? '', found[0]?.family);
  });
};
