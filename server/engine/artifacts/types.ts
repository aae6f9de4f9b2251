import type { Readable } from 'node:stream';
import type { AttachedMessages } from '../../../lib/contracts/artifacts.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';

/** What comes in from elsewhere, and goes out. */
export interface Artifacts extends AsyncDisposable {
  /** @throws AppError capacity_reached */
  startUpload(): string;
  /** Bytes of the file. @throws AppError not_found, invalid_request, payload_too_large, storage_full */
  putFile(upload: string, path: string, data: AsyncIterable<Uint8Array>): Promise<number>;
  /** @throws AppError not_found, conflict, invalid_request, capacity_reached */
  runImport(
    upload: string,
    options: { readonly defaults: Readonly<Record<string, unknown>>; readonly reconstruct: boolean },
  ): Job;
  dropUpload(upload: string): Promise<void>;
  /** One zip of these runs. @throws AppError not_found, conflict (it goes on) for a run by itself */
  exportZip(ids: readonly string[]): Readable;
  /** A name for the zip of a run. @throws AppError not_found, conflict */
  exportName(id: string): string;
  /** A run as a page of HTML by itself. @throws AppError not_found, conflict (it goes on) */
  report(id: string, signal: AbortSignal): Readable;
  /** Merges runs of another studio. The token is kept for the job alone. @throws AppError invalid_request, forbidden, capacity_reached */
  pull(from: { readonly url: string; readonly q: string; readonly token?: string | undefined }): Job;
  /** The agent's log that is attached to a run. @throws AppError not_found */
  messages(id: string): AttachedMessages;
  /** @throws AppError not_found, invalid_request, payload_too_large, storage_full */
  attachMessages(
    id: string,
    log: { readonly log: unknown; readonly dryRun: boolean; readonly by: string },
  ): AttachedMessages;
  /** Takes up what a server before left: states that are to be rebuilt. */
  resume(): void;
}
