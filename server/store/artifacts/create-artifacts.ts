import { zstdCompressSync } from 'node:zlib';
import type { Blobs } from '../blobs.ts';
import type { Catalog } from '../catalog.ts';
import type { StepRow } from '../schema.ts';
import type { Snapshots } from '../snapshots.ts';
import { storageError } from '../storage-error.ts';
import { rebuildRun } from './rebuild-run.ts';
import { RunReader } from './run-reader.ts';
import { RunWriter } from './run-writer.ts';
import type { RunArtifacts } from './types.ts';

interface ArtifactParts {
  readonly homeDir: string;
  readonly catalog: Catalog;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  readonly insertStep: (row: StepRow) => void;
  /** A blob that may not be needed any more; outside of a transaction. */
  readonly release: (blob: string) => void;
  /** A run was written or its states changed. */
  readonly onChanged: (episode: number) => void;
}

export function createRunArtifacts(parts: ArtifactParts): RunArtifacts {
  const { catalog, blobs, snapshots } = parts;
  const reader = new RunReader(catalog, blobs);
  const writer = new RunWriter(parts);

  function transaction<T>(work: () => T): T {
    try {
      return catalog.raw.transaction(work).immediate();
    } catch (error) {
      throw storageError(error, parts.homeDir);
    }
  }

  return {
    find: (contentHash) =>
      catalog.get(catalog.query.selectFrom('episodes').select('id').where('content_hash', '=', contentHash))
        ?.id,
    add(run) {
      const { n, ...added } = transaction(() => writer.write(run));
      if (added.isNew) parts.onChanged(n);
      return added;
    },
    raw: (episodeId) => reader.raw(episodeId),
    rawSteps: (episodeId, range) => reader.rawSteps(episodeId, range),
    packed: (blob) => blobs.get(blob),
    state: (hash) => snapshots.rebuild(hash).bytes,
    file: (episodeId, name) => reader.file(episodeId, name),
    messages: (episodeId) => reader.messages(episodeId),
    setMessages(episodeId, messages) {
      const { n } = reader.row(episodeId);
      const before = transaction(() => {
        const old = catalog.get(
          catalog.query.selectFrom('run_messages').select('blob').where('episode', '=', n),
        );
        catalog.run(catalog.query.deleteFrom('run_messages').where('episode', '=', n));
        if (messages !== null) {
          const blob = blobs.put(zstdCompressSync(messages.text));
          const row = { episode: n, blob, by: messages.by, at: Date.now() };
          catalog.run(catalog.query.insertInto('run_messages').values(row));
        }
        return old?.blob;
      });
      if (before !== undefined) parts.release(before);
      parts.onChanged(n);
    },
    toRebuild(limit) {
      const query = catalog.query.selectFrom('episodes').select('id').where('rebuild', 'is not', null);
      return catalog.all(query.orderBy('n').limit(limit)).map(({ id }) => id);
    },
    rebuild(episodeId, found) {
      const { n } = reader.row(episodeId);
      transaction(() => rebuildRun({ catalog, snapshots }, reader.row(episodeId), found));
      parts.onChanged(n);
    },
  };
}
