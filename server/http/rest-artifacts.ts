import { AppError } from '../../lib/contracts/errors.ts';
import type { artifactRoutes } from '../../lib/contracts/rest-artifacts.ts';
import { UPLOAD_LIMITS } from '../engine/artifacts/index.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import type { Handlers } from './rest.ts';
import { seenRuns } from './seen.ts';

const ZIP = 'application/zip';

export function artifactHandlers({
  artifacts,
  runs,
}: HttpContext): Pick<Handlers, keyof typeof artifactRoutes> {
  return {
    startUpload: () => ({
      id: artifacts.startUpload(),
      maxFileBytes: UPLOAD_LIMITS.fileBytes,
      maxFiles: UPLOAD_LIMITS.files,
      maxBytes: UPLOAD_LIMITS.bytes,
    }),
    uploadFile: async ({ params, query, file }) => ({
      bytes: await artifacts.putFile(params.id, query.path, file),
    }),
    runImport: ({ params, body }) =>
      artifacts.runImport(params.id, { defaults: body.run ?? {}, reconstruct: body.reconstruct }),
    async dropUpload({ params }) {
      await artifacts.dropUpload(params.id);
      return { dropped: true };
    },
    getMessages: ({ params }) => artifacts.messages(params.id),
    attachMessages: ({ params, body, person }) =>
      artifacts.attachMessages(params.id, { log: body.log, dryRun: body.dryRun, by: person }),
    pullEpisodes: ({ body }) => artifacts.pull(body),
    exportEpisode({ params, query }, signal) {
      const name = artifacts.exportName(params.id);
      if (query.format === 'html') {
        const data = artifacts.report(params.id, signal);
        return new Download({ data, contentType: 'text/html; charset=utf-8', fileName: `${name}.html` });
      }
      return new Download({
        data: artifacts.exportZip([params.id]),
        contentType: ZIP,
        fileName: `${name}.zip`,
      });
    },
    exportSelection({ params, blind }) {
      const ids = seenRuns(runs, blind).resolve({ selection: params.id });
      if (ids.length > EXPORT_LIMIT)
        throw new AppError(
          'payload_too_large',
          `The selection has ${String(ids.length)} runs; one zip takes ${String(EXPORT_LIMIT)}. Choose fewer.`,
        );
      return new Download({ data: artifacts.exportZip(ids), contentType: ZIP, fileName: 'runs.zip' });
    },
  };
}

/** Runs in one zip. */
const EXPORT_LIMIT = 10_000;
