import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import type { PackManifest } from '../../lib/contracts/pack.ts';
import { createDigest, digestFile } from './hub/digest.ts';
import { downloadFile } from './hub/download.ts';
import { createHubClient, type HubFile } from './hub/hub-client.ts';
import { toAppError, type HubPlace } from './hub/hub-error.ts';
import { DEFAULT_RETRY, stopped, withRetry, type RetryPolicy } from './hub/retry.ts';
import { PACK_FILE_KINDS, PACK_FILES, REQUIRED_KINDS } from './jsonl/files.ts';

export const PUBLIC_REPO = 'Snowflake/AgentWorldModel-1K';
export const HUB_ENDPOINT = 'https://huggingface.co';

export interface PullOptions {
  /** Data set on the hub, `owner/name`. */
  readonly repo: string;
  /** Branch, tag or commit; resolved to a commit once, at the start. */
  readonly revision: string;
  readonly endpoint: string;
  readonly token: string | undefined;
  /** Folder that becomes the pack; made when needed. */
  readonly dest: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: PullEvent) => void;
  readonly retry?: RetryPolicy;
  /** Longest wait without a byte. */
  readonly idleMs?: number;
  readonly deadlineMs?: number;
}

export type PullEvent =
  | {
      readonly kind: 'resolved';
      readonly commit: string;
      readonly files: readonly { path: string; size: number }[];
      readonly bytes: number;
    }
  /** The file is there already, from an earlier pull. */
  | { readonly kind: 'kept'; readonly path: string; readonly size: number }
  | { readonly kind: 'started'; readonly path: string; readonly size: number; readonly from: number }
  /** `total`: bytes of all files that are there now. */
  | { readonly kind: 'bytes'; readonly path: string; readonly done: number; readonly total: number }
  | { readonly kind: 'checked'; readonly path: string; readonly sha256: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly waitMs: number };

const IDLE_MS = 30_000;
const DEADLINE_MS = 12 * 3_600_000;
/** Left free on the disk beyond the files. */
const SPARE_BYTES = 64 * 1024 * 1024;
const REPO = /^\w[\w.-]*\/\w[\w.-]*$/;

function checkOptions(options: PullOptions): HubPlace {
  if (!REPO.test(options.repo)) {
    throw new AppError(
      'config_invalid',
      `--repo is '${options.repo}'; it takes owner/name, e.g. ${PUBLIC_REPO}.`,
    );
  }
  if (!URL.canParse(options.endpoint) || !/^https?:$/.test(new URL(options.endpoint).protocol)) {
    throw new AppError(
      'config_invalid',
      `--endpoint is '${options.endpoint}'; it takes a URL, e.g. ${HUB_ENDPOINT}.`,
    );
  }
  if (options.token?.startsWith('hf_') === false) {
    throw new AppError('config_invalid', "The token must start with 'hf_', as the hub's access tokens do.");
  }
  return { endpoint: options.endpoint.replace(/\/+$/, ''), repo: options.repo, revision: options.revision };
}

function choose(found: readonly HubFile[], place: HubPlace): HubFile[] {
  const byPath = new Map(found.map((file) => [file.path, file]));
  const missing = REQUIRED_KINDS.map((kind) => PACK_FILES[kind]).filter((path) => !byPath.has(path));
  if (missing.length > 0) {
    throw new AppError(
      'pack_invalid',
      `${place.repo} at '${place.revision}' is no pack: it lacks ${missing.join(', ')}. Check --repo and --revision.`,
    );
  }
  return PACK_FILE_KINDS.flatMap((kind) => byPath.get(PACK_FILES[kind]) ?? []);
}

/** Named by content, so that a rest of another revision is never gone on with. */
function partName(file: HubFile): string {
  return `${file.path}.${file.digest.hex.slice(0, 16)}.part`;
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** The sha256 of the file in the folder, where it is the wanted one. */
async function alreadyThere(path: string, file: HubFile, signal: AbortSignal): Promise<string | undefined> {
  if ((await sizeOf(path)) !== file.size) return undefined;
  const digest = createDigest(file);
  await digestFile(path, digest, signal);
  const { sha256, matches } = digest.end();
  return matches ? sha256 : undefined;
}

async function checkSpace(dest: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dest);
  const free = bavail * bsize;
  if (free >= needed + SPARE_BYTES) return;
  const inMb = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
  throw new AppError(
    'storage_full',
    `${dest} has ${inMb(free)} free, the download needs ${inMb(needed + SPARE_BYTES)}. Free some space or give another --dest.`,
  );
}

async function writeManifest(dest: string, manifest: PackManifest): Promise<void> {
  const temporary = join(dest, 'pack.json.part');
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(dest, 'pack.json'));
}

/**
 * Downloads the files of a pack at one commit. Everything is fetched and checked beside the old files first and moved into
 * place at the end; what was fetched before a stop is gone on with by the next pull.
 * @throws AppError config_invalid, forbidden, not_found, pack_invalid, storage_full, hub_unreachable, deadline_exceeded, conflict (stopped)
 */
export async function pullPack(options: PullOptions): Promise<PackManifest> {
  const place = checkOptions(options);
  const { dest, signal, onEvent } = options;
  const client = createHubClient({
    ...place,
    token: options.token,
    signal,
    idleMs: options.idleMs ?? IDLE_MS,
  });
  const retry = {
    place,
    policy: options.retry ?? DEFAULT_RETRY,
    signal,
    deadlineAt: performance.now() + (options.deadlineMs ?? DEADLINE_MS),
    onRetry: (reason: string, waitMs: number): void => {
      onEvent({ kind: 'retry', reason, waitMs });
    },
  };
  try {
    await mkdir(dest, { recursive: true });
    const commit = await withRetry(retry, () => client.resolveCommit());
    const files = choose(await withRetry(retry, () => client.listFiles(commit)), place);
    onEvent({ kind: 'resolved', commit, files, bytes: files.reduce((sum, { size }) => sum + size, 0) });
    await removeOtherParts(dest, files);

    const done: { path: string; size: number; sha256: string }[] = [];
    const fetched: HubFile[] = [];
    const wanted: { readonly file: HubFile; readonly from: number }[] = [];
    let total = 0;
    for (const file of files) {
      const sha256 = await alreadyThere(join(dest, file.path), file, signal);
      if (sha256 === undefined) {
        wanted.push({ file, from: (await sizeOf(join(dest, partName(file)))) ?? 0 });
        continue;
      }
      total += file.size;
      done.push({ path: file.path, size: file.size, sha256 });
      onEvent({ kind: 'kept', path: file.path, size: file.size });
    }
    await checkSpace(
      dest,
      wanted.reduce((sum, { file, from }) => sum + Math.max(0, file.size - from), 0),
    );
    for (const { file, from } of wanted) {
      const { path, size } = file;
      onEvent({ kind: 'started', path, size, from });
      const before = total;
      const sha256 = await downloadFile({
        client,
        commit,
        file,
        partPath: join(dest, partName(file)),
        retry,
        onBytes: (bytes) => {
          onEvent({ kind: 'bytes', path, done: bytes, total: before + bytes });
        },
      });
      total = before + size;
      fetched.push(file);
      done.push({ path, size, sha256 });
      onEvent({ kind: 'checked', path, sha256 });
    }
    for (const file of fetched) await rename(join(dest, partName(file)), join(dest, file.path));
    const inOrder = files.flatMap(({ path }) => done.find((entry) => entry.path === path) ?? []);
    const manifest: PackManifest = {
      version: 1,
      repo: place.repo,
      revision: commit,
      endpoint: place.endpoint,
      pulled_at: new Date().toISOString(),
      files: inOrder,
    };
    await writeManifest(dest, manifest);
    return manifest;
  } catch (error) {
    throw signal.aborted ? stopped() : toAppError(error, place);
  }
}

async function removeOtherParts(dest: string, files: readonly HubFile[]): Promise<void> {
  const ours = new Set(files.map(partName));
  const stale = (await readdir(dest)).filter((name) => /^gen_.*\.part$/.test(name) && !ours.has(name));
  for (const name of stale) await rm(join(dest, name), { force: true });
}
