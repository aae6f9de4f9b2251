import { Readable } from 'node:stream';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, ERROR_CODES } from '../../lib/contracts/errors.ts';
import { jobSchema } from '../../lib/contracts/jobs.ts';
import { artifactRoutes } from '../../lib/contracts/rest-artifacts.ts';
import { jobRoutes } from '../../lib/contracts/rest-jobs.ts';
import { errorBodySchema } from '../../lib/contracts/rest.ts';
import { sendFrom } from '../engine/index.ts';
import type { ImportProgress } from './import-progress.ts';

interface Sent {
  readonly url: string;
  /** API token of a studio with accounts. */
  readonly token?: string | undefined;
  readonly paths: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly reconstruct: boolean;
}

const POLL_MS = 250;

/** Sends files to a studio that runs and waits for its report. @throws AppError as the studio answers; runtime_failed */
export async function importOverUrl(
  { url, token, paths, defaults, reconstruct }: Sent,
  progress: ImportProgress,
): Promise<void> {
  const { id } = artifactRoutes.startUpload.response.parse(await ask({ url, token }, 'POST', '/api/imports'));
  let files = 0;
  await sendFrom(
    paths.map((path) => resolve(path)),
    progress,
    async (file) => {
      const query = new URLSearchParams({ path: file.path });
      const body = Readable.from(await file.stream());
      await ask(
        { url, token },
        'PUT',
        `/api/imports/${id}/file?${String(query)}`,
        body,
        'application/octet-stream',
      );
      files += 1;
    },
  );
  if (files === 0) return;
  const started = jobSchema.parse(
    await ask(
      { url, token },
      'POST',
      `/api/imports/${id}/run`,
      JSON.stringify({ run: defaults, reconstruct }),
    ),
  );
  for (;;) {
    const job = jobSchema.parse(await ask({ url, token }, 'GET', `/api/jobs/${started.id}`));
    progress.total(job.total ?? job.done);
    if (job.state !== 'waiting' && job.state !== 'running') {
      if (job.error !== null) throw new AppError('runtime_failed', job.error);
      break;
    }
    await wait(POLL_MS, undefined, { signal: progress.signal });
  }
  for (let offset = 0; ;) {
    const page = jobRoutes.getJobReport.response.parse(
      await ask({ url, token }, 'GET', `/api/jobs/${started.id}/report?offset=${String(offset)}`),
    );
    for (const line of page.items) progress.line(line);
    offset += page.items.length;
    if (page.items.length === 0 || offset >= page.total) return;
  }
}

async function ask(
  { url: base, token }: Pick<Sent, 'url' | 'token'>,
  method: string,
  path: string,
  body?: string | Readable,
  type = 'application/json',
): Promise<unknown> {
  let response: Response;
  try {
    const init = {
      method,
      headers: { 'content-type': type, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body, duplex: 'half' }),
    };
    response = await fetch(new URL(path, base), init as RequestInit);
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new AppError('runtime_failed', `${base} cannot be reached: ${cause}`);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const failed = errorBodySchema.safeParse(answer);
  if (!failed.success)
    throw new AppError('runtime_failed', `${base} answered ${String(response.status)}; is it a studio?`);
  const { code, message } = failed.data.error;
  throw new AppError(code in ERROR_CODES ? code : 'runtime_failed', message);
}
