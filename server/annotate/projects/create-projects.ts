import { hash, randomBytes } from 'node:crypto';
import { guidelinesDocSchema, labelSchemaDocSchema } from '../../../lib/contracts/annotation/label-schema.ts';
import type {
  DocumentKind,
  GuidelinesDocument,
  SchemaDocument,
} from '../../../lib/contracts/annotation/projects.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import {
  checkGuidelines,
  checkLabelSchema,
  schemaEffects,
  type DocumentProblem,
} from '../../../lib/domain/labels/index.ts';
import type { KeptDocument, KeptProject, ProjectShelf } from '../../store/projects/types.ts';
import { readyGuidelines } from './ready-guidelines.ts';
import { readySchema } from './ready-schema.ts';
import type { GivenLabel, Projects, SaidOfRun } from './types.ts';

const MAX_PROJECTS = 1_000;
const MAX_VERSIONS = 5_000;

interface Parts {
  readonly shelf: ProjectShelf;
  /** Labels of a project that stand, for the counts of versions and of effects. */
  readonly labels: (project: string) => readonly GivenLabel[];
  /** What was said of one item of a project, in order of being said. */
  readonly said?: (project: string, item: string) => readonly SaidOfRun[];
  readonly now?: () => number;
}

export function createProjects({ shelf, labels, said = () => [], now = Date.now }: Parts): Projects {
  const known = (id: string): KeptProject => {
    const project = shelf.get(id);
    if (project === undefined) throw new AppError('not_found', `There is no project ${id}.`);
    return project;
  };

  const documentOf = (id: string, kind: DocumentKind, version?: number): KeptDocument => {
    const found = shelf.document(known(id).id, kind, version);
    if (found !== undefined) return found;
    throw new AppError('not_found', `The project has no version ${String(version)} of its ${kind}.`);
  };
  const schemaOf = (id: string, version?: number) => toSchema(documentOf(id, 'schema', version));
  const guidelinesOf = (id: string, version?: number) => toGuidelines(documentOf(id, 'guidelines', version));

  const save = (
    id: string,
    kind: DocumentKind,
    { base, doc, source, note }: { base: number; doc: object; source: string | null; note: string },
    by: { readonly id: string; readonly name: string },
  ): KeptDocument => {
    const project = known(id);
    if (project.archivedAtMs !== null)
      throw new AppError('conflict', `‘${project.name}’ was put away. Take it back first.`);
    if (base >= MAX_VERSIONS)
      throw new AppError(
        'capacity_reached',
        `A project keeps ${String(MAX_VERSIONS)} versions of its ${kind}.`,
      );
    if (shelf.addDocument(id, kind, base, keptDocument(doc, { source, note, by, atMs: now() })))
      return documentOf(id, kind, base + 1);
    const [newest] = shelf.versions(id, kind);
    throw new AppError(
      'conflict',
      `${newest?.by.name ?? 'Somebody'} saved version ${String(newest?.version)} since you began from version ${String(base)}. ` +
        'Look at it, then save yours on top of it or take theirs.',
      { details: { newest } },
    );
  };

  const whole = (id: string) => ({ ...known(id), schema: schemaOf(id), guidelines: guidelinesOf(id) });

  return {
    list: (archived) => shelf.list().filter(({ archivedAtMs }) => archived || archivedAtMs === null),
    find: (id) => shelf.get(id),
    get: whole,
    create({ name, description, copyOf, language }, { id: by, name: byName }) {
      if (shelf.list().length >= MAX_PROJECTS)
        throw new AppError('capacity_reached', `A studio keeps ${String(MAX_PROJECTS)} projects.`);
      const author = { id: by, name: byName };
      const id = randomBytes(16).toString('hex');
      const atMs = now();
      const first = { source: null, note: '', by: author, atMs };
      const from = copyOf === undefined ? undefined : whole(copyOf);
      const schema = from?.schema ?? { doc: readySchema(language), source: null };
      const guidelines = from?.guidelines.doc ?? readyGuidelines(language);
      shelf.add(
        { id, name, description, by: author, atMs, archivedAtMs: null },
        {
          schema: keptDocument(schema.doc, { ...first, source: schema.source }),
          guidelines: keptDocument(guidelines, first),
        },
      );
      return whole(id);
    },
    update(id, { name, description, archived }) {
      const { archivedAtMs } = known(id);
      shelf.change(id, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(archived !== undefined && { archivedAtMs: archived ? (archivedAtMs ?? now()) : null }),
      });
      return known(id);
    },
    versions(id, kind) {
      const key = kind === 'schema' ? 'schemaVersion' : 'guidelinesVersion';
      const counts = new Map<number, number>();
      for (const label of labels(known(id).id)) counts.set(label[key], (counts.get(label[key]) ?? 0) + 1);
      return shelf
        .versions(id, kind)
        .map((version) => ({ ...version, labels: counts.get(version.version) ?? 0 }));
    },
    schema: schemaOf,
    guidelines: guidelinesOf,
    saveSchema(id, { base, doc, source, note }, by) {
      refuse(checkLabelSchema(doc));
      return toSchema(save(id, 'schema', { base, doc, source, note }, by));
    },
    saveGuidelines(id, { base, doc, note }, by) {
      refuse(checkGuidelines(doc));
      return toGuidelines(save(id, 'guidelines', { base, doc, source: null, note }, by));
    },
    itemLabels: (id, item) =>
      said(known(id).id, item).toSorted((a, b) => a.kind.localeCompare(b.kind) || b.atMs - a.atMs),
    effects(id, doc) {
      const given = labels(known(id).id);
      return { items: schemaEffects(schemaOf(id).doc, doc, given), labels: given.length };
    },
  };
}

function keptDocument(
  doc: object,
  rest: Pick<KeptDocument, 'source' | 'note' | 'by' | 'atMs'>,
): Omit<KeptDocument, 'version'> {
  const text = JSON.stringify(doc);
  return {
    ...rest,
    by: { id: rest.by.id, name: rest.by.name },
    doc: text,
    hash: hash('sha256', text, 'hex'),
  };
}

function toSchema({ doc, ...rest }: KeptDocument): SchemaDocument {
  return { ...rest, doc: labelSchemaDocSchema.parse(JSON.parse(doc)) };
}

function toGuidelines({ version, hash: of, by, atMs, note, doc }: KeptDocument): GuidelinesDocument {
  return { version, hash: of, by, atMs, note, doc: guidelinesDocSchema.parse(JSON.parse(doc)) };
}

/** @throws AppError invalid_request */
function refuse(problems: readonly DocumentProblem[]): void {
  const errors = problems.filter(({ level }) => level === 'error');
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_request', `${first.path.join('.')}: ${first.message}`, {
    details: { problems: errors },
  });
}
