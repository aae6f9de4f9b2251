import type { GuidelinesDoc, LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type {
  DocumentKind,
  DocumentVersion,
  GuidelinesDocument,
  ItemLabel,
  Project,
  SchemaDocument,
  SchemaEffect,
  WholeProject,
} from '../../../lib/contracts/annotation/projects.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { Principal } from '../../../lib/contracts/people.ts';

/** Number, title, body, examples. */
export type ReadySection = readonly [string, string, string, readonly string[]];

/** What is read of labels here: which versions they were given under, and what they use. */
export type GivenLabel = Pick<SubmissionRecord, 'doc' | 'schemaVersion' | 'guidelinesVersion'>;

export interface SaidOfRun extends ItemLabel {
  readonly run: string;
}

type Author = Pick<Principal, 'id' | 'name'>;

interface Save<D> {
  /** The version that the author began from. */
  readonly base: number;
  readonly doc: D;
  readonly note: string;
}

/** Projects. Whatever names one that is not there: AppError not_found. */
export interface Projects {
  list(archived: boolean): readonly Project[];
  /** @throws AppError conflict (name taken), capacity_reached */
  create(
    options: {
      readonly name: string;
      readonly description: string;
      readonly copyOf?: string;
      readonly language: 'en' | 'zh';
    },
    by: Author,
  ): WholeProject;
  get(id: string): WholeProject;
  /** Without documents; undefined: there is none. */
  find(id: string): Project | undefined;
  update(
    id: string,
    to: { readonly name?: string; readonly description?: string; readonly archived?: boolean },
  ): Project;
  versions(id: string, kind: DocumentKind): readonly (DocumentVersion & { readonly labels: number })[];
  schema(id: string, version: number): SchemaDocument;
  guidelines(id: string, version: number): GuidelinesDocument;
  /** @throws AppError conflict (`details.newest`), invalid_request, capacity_reached */
  saveSchema(
    id: string,
    save: Save<LabelSchemaDoc> & { readonly source: string | null },
    by: Author,
  ): SchemaDocument;
  /** @throws AppError conflict (`details.newest`), invalid_request, capacity_reached */
  saveGuidelines(id: string, save: Save<GuidelinesDoc>, by: Author): GuidelinesDocument;
  /** Decision first, then labels, newest first; with the run that each is of. */
  itemLabels(id: string, item: string): readonly SaidOfRun[];
  effects(
    id: string,
    doc: LabelSchemaDoc,
  ): { readonly items: readonly SchemaEffect[]; readonly labels: number };
}
