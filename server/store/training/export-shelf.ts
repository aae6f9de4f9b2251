import { randomBytes } from 'node:crypto';
import { datasetExportSchema, type DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import type { Catalog } from '../catalog.ts';
import type { ExportShelf } from './types.ts';

export function createExportShelf({ raw }: Catalog, write: <T>(work: () => T) => T): ExportShelf {
  return {
    put(made) {
      write(() =>
        raw
          .prepare(
            `INSERT INTO label_exports (id, project, export) VALUES (?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET export = excluded.export`,
          )
          .run(made.id, made.spec.project, JSON.stringify(made)),
      );
    },
    list: (project) =>
      raw
        .prepare<[string | null, string | null], { export: string }>(
          'SELECT export FROM label_exports WHERE ? IS NULL OR project = ? ORDER BY n DESC LIMIT 200',
        )
        .all(project ?? null, project ?? null)
        .map(exportOf),
    get(id) {
      const row = raw
        .prepare<[string], { export: string }>('SELECT export FROM label_exports WHERE id = ?')
        .get(id);
      return row === undefined ? undefined : exportOf(row);
    },
    remove: (id) => write(() => raw.prepare('DELETE FROM label_exports WHERE id = ?').run(id).changes > 0),
    secret: (project) =>
      write(() => {
        raw
          .prepare('INSERT OR IGNORE INTO export_secrets (project, secret) VALUES (?, ?)')
          .run(project, randomBytes(32));
        const row = raw
          .prepare<[string], { secret: Buffer }>('SELECT secret FROM export_secrets WHERE project = ?')
          .get(project);
        return row?.secret ?? randomBytes(32);
      }),
  };
}

function exportOf({ export: text }: { readonly export: string }): DatasetExport {
  return datasetExportSchema.parse(JSON.parse(text));
}
