import type { DocumentKind, DocumentVersion } from '../../../lib/contracts/annotation/projects.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Catalog } from '../catalog.ts';
import type { ProjectDocumentRow, ProjectRow } from '../schema.ts';
import { storageError } from '../storage-error.ts';
import type { KeptDocument, KeptProject, ProjectShelf } from './types.ts';

export function createProjectShelf(catalog: Catalog, homeDir: string): ProjectShelf {
  const { query } = catalog;
  const newest = (kind: DocumentKind) =>
    query
      .selectFrom('project_documents')
      .select(({ fn }) => ['project', fn.max('version').as('version')])
      .where('kind', '=', kind)
      .groupBy('project');
  const projects = () =>
    query
      .selectFrom('projects')
      .innerJoin(newest('schema').as('s'), 's.project', 'id')
      .innerJoin(newest('guidelines').as('g'), 'g.project', 'id')
      .selectAll('projects')
      .select(['s.version as schema', 'g.version as guidelines']);

  // Asked of with every item that is given out: as text, so that nothing is compiled anew, and by key.
  const newestOne = (kind: DocumentKind) =>
    `(SELECT max(version) FROM project_documents WHERE project = p.id AND kind = '${kind}') AS ${kind}`;
  const one = catalog.raw.prepare<[string], ProjectRowWithVersions>(
    `SELECT p.*, ${newestOne('schema')}, ${newestOne('guidelines')} FROM projects AS p WHERE id = ?`,
  );

  const write = (name: string | undefined, work: () => void): void => {
    try {
      catalog.raw.transaction(work).immediate();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE')
        throw new AppError(
          'conflict',
          `There is a project called ‘${name ?? ''}’ already. Take another name.`,
          {
            cause: error,
          },
        );
      throw storageError(error, homeDir);
    }
  };

  const insert = (
    project: string,
    kind: DocumentKind,
    version: number,
    { hash, doc, source, by, atMs, note }: Omit<KeptDocument, 'version'>,
  ): void => {
    catalog.run(
      query.insertInto('project_documents').values({
        ...{ project, kind, version, hash, doc, source, note, at: atMs },
        by_id: by.id,
        by_name: by.name,
      }),
    );
  };

  return {
    list: () => catalog.all(projects().orderBy('at', 'desc').orderBy('id')).map(toProject),
    get(id) {
      const row = one.get(id);
      return row && toProject(row);
    },
    add({ id, name, description, by, atMs, archivedAtMs }, documents) {
      write(name, () => {
        catalog.run(
          query.insertInto('projects').values({
            ...{ id, name, description, at: atMs, archived_at: archivedAtMs },
            by_id: by.id,
            by_name: by.name,
          }),
        );
        insert(id, 'schema', 1, documents.schema);
        insert(id, 'guidelines', 1, documents.guidelines);
      });
    },
    change(id, { name, description, archivedAtMs }) {
      write(name, () => {
        catalog.run(
          query
            .updateTable('projects')
            .set({
              ...(name !== undefined && { name }),
              ...(description !== undefined && { description }),
              ...(archivedAtMs !== undefined && { archived_at: archivedAtMs }),
            })
            .where('id', '=', id),
        );
      });
    },
    versions: (project, kind) =>
      catalog
        .all(
          query
            .selectFrom('project_documents')
            .select(['version', 'hash', 'by_id', 'by_name', 'at', 'note'])
            .where('project', '=', project)
            .where('kind', '=', kind)
            .orderBy('version', 'desc'),
        )
        .map(toVersion),
    document(project, kind, version) {
      const newest = query
        .selectFrom('project_documents')
        .selectAll()
        .where('project', '=', project)
        .where('kind', '=', kind)
        .orderBy('version', 'desc')
        .limit(1);
      const row = catalog.get(version === undefined ? newest : newest.where('version', '=', version));
      return row && { ...toVersion(row), doc: row.doc, source: row.source };
    },
    addDocument(project, kind, base, document) {
      let added = false;
      write(undefined, () => {
        const newest = catalog.get(
          query
            .selectFrom('project_documents')
            .select(({ fn }) => fn.max('version').as('version'))
            .where('project', '=', project)
            .where('kind', '=', kind),
        );
        if (newest?.version !== base) return;
        insert(project, kind, base + 1, document);
        added = true;
      });
      return added;
    },
  };
}

type ProjectRowWithVersions = ProjectRow & { readonly schema: number; readonly guidelines: number };

function toProject(row: ProjectRowWithVersions): KeptProject {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    by: { id: row.by_id, name: row.by_name },
    atMs: row.at,
    archivedAtMs: row.archived_at,
    schemaVersion: row.schema,
    guidelinesVersion: row.guidelines,
  };
}

function toVersion(
  row: Pick<ProjectDocumentRow, 'version' | 'hash' | 'by_id' | 'by_name' | 'at' | 'note'>,
): DocumentVersion {
  return {
    version: row.version,
    hash: row.hash,
    by: { id: row.by_id, name: row.by_name },
    atMs: row.at,
    note: row.note,
  };
}
