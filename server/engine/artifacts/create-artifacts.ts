import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Dataset } from '../../dataset/types.ts';
import type { Store } from '../../store/types.ts';
import type { Jobs, JobProgress } from '../jobs/types.ts';
import type { ReplayDeps } from '../replay/index.ts';
import { toolNamesOf } from './tool-names.ts';
import { exportZip } from './export-zip.ts';
import { RunImporter } from './import-runs.ts';
import { attachedMessages, attachMessages } from './messages.ts';
import { openDiskZip } from './open-source.ts';
import { pullRuns } from './pull.ts';
import { studioAddress } from './studio-address.ts';
import { reportHtml } from './report-html.ts';
import { shownName } from './source.ts';
import { StateRebuilder } from './rebuild-states.ts';
import type { Artifacts } from './types.ts';
import { Uploads } from './uploads.ts';

export interface ArtifactDeps {
  readonly store: Store;
  readonly dataset: Dataset;
  readonly replay: ReplayDeps;
  readonly jobs: Jobs;
  readonly homeDir: string;
  /** Strangers may name addresses: those of this network are refused. */
  readonly publicOnly: boolean;
}

/** Runs that are looked up at once. */
const REBUILD_AT_ONCE = 10_000;

export function createArtifacts({
  store,
  dataset,
  replay,
  jobs,
  homeDir,
  publicOnly,
}: ArtifactDeps): Artifacts {
  const tmpDir = join(homeDir, 'tmp');
  const uploads = new Uploads(join(tmpDir, 'imports'));

  /** The job that rebuilds: what a second one rebuilt again would pass for what was given. */
  let rebuilding: string | undefined;

  /** Also what is imported while it works. */
  async function rebuild(progress: JobProgress): Promise<{ runs: number }> {
    await using rebuilder = new StateRebuilder(store, replay);
    const tried = new Set<string>();
    for (;;) {
      const ids = store.artifacts.toRebuild(REBUILD_AT_ONCE).filter((id) => !tried.has(id));
      if (ids.length === 0) break;
      progress.total(tried.size + ids.length);
      for (const id of ids) {
        progress.signal.throwIfAborted();
        progress.now(id);
        await rebuilder.rebuild(id, progress);
        tried.add(id);
      }
    }
    rebuilding = undefined;
    return { runs: tried.size };
  }

  function startRebuild(): void {
    const [first] = store.artifacts.toRebuild(1);
    if (first === undefined || rebuilding !== undefined) return;
    const { id } = jobs.start({
      kind: 'import',
      title: 'Rebuild the states between the calls of imported runs',
      work: rebuild,
    });
    rebuilding = id;
    void jobs.ended(id).then(() => {
      if (rebuilding === id) rebuilding = undefined;
    });
  }

  return {
    startUpload: () => uploads.start(),
    putFile: (upload, path, data) => uploads.put(upload, path, data),
    dropUpload: (upload) => uploads.drop(upload),
    runImport(upload, { defaults, reconstruct }) {
      const taken = uploads.take(upload);
      try {
        const job = jobs.start({
          kind: 'import',
          title: `Import ${String(taken.files.length)} ${taken.files.length === 1 ? 'file' : 'files'}`,
          async work(progress) {
            await using source = taken;
            await using importer = new RunImporter({
              store,
              dataset,
              defaults,
              reconstruct,
              openZip: openDiskZip,
            });
            await importer.import(source, progress);
            const { runs, rebuild: left } = importer.imported;
            if (left.length > 0) startRebuild();
            return { runs: runs.length, toRebuild: left.length };
          },
        });
        // One that is cancelled before its turn never ran.
        void jobs.ended(job.id).then(() => taken[Symbol.asyncDispose]());
        return job;
      } catch (error) {
        void taken[Symbol.asyncDispose]();
        throw error;
      }
    },
    exportZip: (ids) => exportZip({ store, dataset, toolNames: toolNamesOf(replay.host) }, ids),
    exportName(id) {
      const episode = store.episode(id);
      if (episode === undefined)
        throw new AppError('not_found', 'There is no such run; it may have been deleted.');
      if (episode.endedAtMs === null)
        throw new AppError('conflict', 'The run has not ended yet; export it when it has.');
      return `${episode.scenario}-${id.slice(0, 6)}`;
    },
    report: (id, signal) => Readable.from(reportHtml(store, id, signal), { objectMode: false }),
    pull({ url, q, token }) {
      const base = studioAddress(url, publicOnly);
      return jobs.start({
        kind: 'pull',
        title: `Pull runs from ${shownName(base.href)}`,
        work: (progress) => pullRuns({ store, dataset, tmpDir, url, q, publicOnly, token }, progress),
      });
    },
    messages: (id) => attachedMessages(store, id),
    attachMessages: (id, log) => attachMessages(store, id, log),
    resume: startRebuild,
    [Symbol.asyncDispose]: () => uploads[Symbol.asyncDispose](),
  };
}
