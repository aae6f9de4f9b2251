import * as z from 'zod/mini';
import { route } from '../route.ts';
import { guidelinesDocSchema, labelSchemaDocSchema } from './label-schema.ts';
import {
  documentKindSchema,
  documentSourceSchema,
  documentVersionSchema,
  guidelinesDocumentSchema,
  itemLabelSchema,
  projectDescriptionSchema,
  projectNameSchema,
  projectSchema,
  schemaDocumentSchema,
  schemaEffectSchema,
  versionNoteSchema,
  wholeProjectSchema,
} from './projects.ts';
import { annotationIdSchema } from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });
const versionNumber = z.coerce.number().check(z.int(), z.gte(1));
const save = {
  /** The version that the author began from. */
  base: z.int().check(z.gte(0)),
  note: z._default(versionNoteSchema, ''),
};

/** Projects with their schemas and guidelines. */
export const projectsRoutes = {
  listProjects: route({
    method: 'GET',
    path: '/api/annotation/projects',
    summary: 'Projects, newest first; those that were put away only where they are asked for',
    query: z.object({ archived: z._default(z.stringbool(), false) }),
    response: z.object({ items: z.array(projectSchema) }),
  }),
  createProject: route({
    method: 'POST',
    path: '/api/annotation/projects',
    summary:
      'Makes a project with a schema and guidelines for runs of an Agent World Model scenario, or with those of another project',
    body: z.strictObject({
      name: projectNameSchema,
      description: z._default(projectDescriptionSchema, ''),
      /** Takes over that project’s newest schema and guidelines. */
      copyOf: z.optional(annotationIdSchema),
      /** Of the ready-made guidelines. */
      language: z._default(z.enum(['en', 'zh']), 'en'),
    }),
    response: wholeProjectSchema,
  }),
  getProject: route({
    method: 'GET',
    path: '/api/annotation/projects/:id',
    summary: 'A project with its newest schema and guidelines',
    params: idParams,
    response: wholeProjectSchema,
  }),
  updateProject: route({
    method: 'PATCH',
    path: '/api/annotation/projects/:id',
    summary: 'Renames, describes, puts away or takes back a project',
    params: idParams,
    body: z.strictObject({
      name: z.optional(projectNameSchema),
      description: z.optional(projectDescriptionSchema),
      archived: z.optional(z.boolean()),
    }),
    response: projectSchema,
  }),
  listProjectVersions: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/versions/:kind',
    summary: 'All versions of a project’s schema or guidelines, newest first, with how many labels each has',
    params: z.object({ id: annotationIdSchema, kind: documentKindSchema }),
    response: z.object({
      items: z.array(
        z.object({
          ...documentVersionSchema.shape,
          /** Current labels that were given under it. */
          labels: z.int(),
        }),
      ),
    }),
  }),
  getSchemaVersion: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/schema/:version',
    summary: 'A version of a project’s schema',
    params: z.object({ id: annotationIdSchema, version: versionNumber }),
    response: schemaDocumentSchema,
  }),
  getGuidelinesVersion: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/guidelines/:version',
    summary: 'A version of a project’s guidelines',
    params: z.object({ id: annotationIdSchema, version: versionNumber }),
    response: guidelinesDocumentSchema,
  }),
  saveSchema: route({
    method: 'POST',
    path: '/api/annotation/projects/:id/schema',
    summary:
      'Saves a new version of the schema. 409 conflict where another was saved since `base`: `details.newest` says which',
    params: idParams,
    body: z.strictObject({
      ...save,
      doc: labelSchemaDocSchema,
      source: z._default(z.nullable(documentSourceSchema), null),
    }),
    response: schemaDocumentSchema,
  }),
  saveGuidelines: route({
    method: 'POST',
    path: '/api/annotation/projects/:id/guidelines',
    summary: 'Saves a new version of the guidelines; 409 conflict as of the schema',
    params: idParams,
    body: z.strictObject({ ...save, doc: guidelinesDocSchema }),
    response: guidelinesDocumentSchema,
  }),
  listItemLabels: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/items/:item/labels',
    summary: 'What was said of an item, its decision first; nothing of it to whoever has its run to label',
    params: z.object({ id: annotationIdSchema, item: annotationIdSchema }),
    response: z.object({ items: z.array(itemLabelSchema), hidden: z.boolean() }),
  }),
  getSchemaEffects: route({
    method: 'POST',
    path: '/api/annotation/projects/:id/schema-effects',
    summary: 'What a schema would mean for the labels that are there already',
    params: idParams,
    body: z.strictObject({ doc: labelSchemaDocSchema }),
    response: z.object({ items: z.array(schemaEffectSchema), labels: z.int() }),
  }),
} as const;
