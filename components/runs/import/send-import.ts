import { ApiError } from '../../../lib/client/api-error.ts';
import { callApi } from '../../../lib/client/api.ts';
import { formatNumber, formatSize } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { sendFile } from '../../../lib/client/upload.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import { artifactRoutes } from '../../../lib/contracts/rest-artifacts.ts';
import type { ChosenFile } from './chosen-files.ts';

export interface RefusedFile {
  readonly path: string;
  readonly why: string;
}

export interface SendProgress {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

export interface SentImport {
  /** Null where no file was taken. */
  readonly job: Job | null;
  readonly refused: readonly RefusedFile[];
}

interface SendOptions {
  /** Where the files do not say: whose runs they are. */
  readonly run: Readonly<Record<string, string>>;
  readonly reconstruct: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SendProgress) => void;
}

/** Files that are on their way at once. */
const LANES = 3;

/**
 * Sends the files, then has them read. A file that is refused does not hold up the others.
 * @throws ApiError where the import cannot be begun or the server is away; the signal's reason
 */
export async function sendImport(files: readonly ChosenFile[], options: SendOptions): Promise<SentImport> {
  const { run, reconstruct, signal, onProgress } = options;
  const upload = await callApi(artifactRoutes.startUpload, {}, signal);
  const refused: RefusedFile[] = [];
  const taken = files.filter(({ path, file }, index) => {
    if (index >= upload.maxFiles) {
      refused.push({ path, why: t('runs.import.tooMany', { limit: formatNumber(upload.maxFiles) }) });
    } else if (file.size > upload.maxFileBytes) {
      refused.push({ path, why: t('runs.import.tooLarge', { limit: formatSize(upload.maxFileBytes) }) });
    } else return true;
    return false;
  });
  const queue = taken.values();
  let sent = { files: 0, bytes: 0 };
  let ok = 0;

  async function lane(): Promise<void> {
    for (const { path, file } of queue) {
      let seen = 0;
      const report = (bytes: number): void => {
        sent = { ...sent, bytes: sent.bytes + Math.max(0, bytes - seen) };
        seen = Math.max(seen, bytes);
        onProgress({ path, ...sent });
      };
      try {
        await sendFile(artifactRoutes.uploadFile, {
          params: { id: upload.id },
          query: { path },
          file,
          signal,
          onProgress: report,
        });
        ok += 1;
      } catch (error) {
        // A code is the server's word on this file; without one it is away.
        if (!(error instanceof ApiError) || error.code === null) throw error;
        refused.push({ path, why: error.message });
      }
      sent = { ...sent, files: sent.files + 1 };
      report(file.size);
    }
  }

  try {
    await Promise.all(Array.from({ length: LANES }, lane));
    if (ok > 0) {
      const body = { ...(Object.keys(run).length > 0 && { run }), reconstruct };
      const job = await callApi(artifactRoutes.runImport, { params: { id: upload.id }, body }, signal);
      return { job, refused };
    }
  } catch (error) {
    drop(upload.id);
    throw error;
  }
  drop(upload.id);
  return { job: null, refused };
}

/** What is not run goes by itself after an hour, so a failure to say so is none. */
function drop(id: string): void {
  callApi(artifactRoutes.dropUpload, { params: { id } }).catch(() => undefined);
}
