import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { SchemaDocument } from '../../../lib/contracts/annotation/projects.ts';
import { type DocumentEditing, useDocumentDraft } from '../projects/index.ts';
import { keptSchemaDraft } from './kept-schema.ts';

/** A schema that is being changed. `doc` may break the rules while it is typed; what breaks them is said beside it. */
export interface SchemaDraft {
  /** The version that it began from. */
  readonly base: number;
  readonly doc: LabelSchemaDoc;
  /** YAML with its comments; older than `doc` where that was changed in the form since. Null: never written. */
  readonly source: string | null;
  readonly note: string;
  /** YAML that cannot be read as it stands; null: it can. */
  readonly unread: string | null;
}

export function useSchemaDraft(
  project: string,
  saved: SchemaDocument,
): DocumentEditing<SchemaDraft, SchemaDocument> {
  return useDocumentDraft({ project, kind: 'schema', saved, schema: keptSchemaDraft, draftOf, differs });
}

function draftOf({ version, doc, source }: SchemaDocument): SchemaDraft {
  return { base: version, doc, source, note: '', unread: null };
}

function differs({ doc, source, unread }: SchemaDraft, from: SchemaDocument): boolean {
  return (
    unread !== null ||
    JSON.stringify(doc) !== JSON.stringify(from.doc) ||
    (source !== null && source !== from.source && from.source !== null)
  );
}
