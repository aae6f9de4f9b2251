import type { DocumentKind, DocumentVersion } from '../../../lib/contracts/annotation/projects.ts';

export interface KeptProject {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly by: { readonly id: string; readonly name: string };
  readonly atMs: number;
  readonly archivedAtMs: number | null;
  readonly schemaVersion: number;
  readonly guidelinesVersion: number;
}

export interface KeptDocument extends DocumentVersion {
  /** JSON. */
  readonly doc: string;
  readonly source: string | null;
}

/** Projects and every version of their documents. */
export interface ProjectShelf {
  /** Newest first, those that were put away too. */
  list(): readonly KeptProject[];
  get(id: string): KeptProject | undefined;
  /** With both first versions. @throws AppError conflict (the name is taken), storage_full */
  add(
    project: Omit<KeptProject, 'schemaVersion' | 'guidelinesVersion'>,
    documents: Readonly<Record<DocumentKind, Omit<KeptDocument, 'version'>>>,
  ): void;
  /** @throws AppError conflict (the name is taken), storage_full */
  change(
    id: string,
    to: {
      readonly name?: string;
      readonly description?: string;
      readonly archivedAtMs?: number | null;
    },
  ): void;
  /** Newest first. */
  versions(project: string, kind: DocumentKind): readonly DocumentVersion[];
  /** Without a number the newest one. */
  document(project: string, kind: DocumentKind, version?: number): KeptDocument | undefined;
  /** Adds it as the version after `base`; false: another was there first. @throws AppError storage_full */
  addDocument(
    project: string,
    kind: DocumentKind,
    base: number,
    document: Omit<KeptDocument, 'version'>,
  ): boolean;
}
