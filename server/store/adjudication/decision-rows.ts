import * as z from 'zod/mini';
import { PROVENANCES } from '../../../lib/contracts/annotation/adjudication.ts';
import { labelDocSchema } from '../../../lib/contracts/annotation/label-doc.ts';
import type { RecordFilter } from '../../../lib/contracts/annotation/records.ts';
import type { Catalog } from '../catalog.ts';
import type { DecisionRow } from '../schema.ts';
import type { KeptDecision } from './types.ts';

const sourcesSchema = z.record(
  z.string(),
  z.object({ choice: z.enum(['submission', 'own']), submission: z.nullable(z.string()) }),
);
export const basisSchema = z.array(z.string());

export function readDecisions(
  { all, query }: Pick<Catalog, 'all' | 'query'>,
  {
    project,
    queue,
    run,
    person,
    item,
    undone,
  }: RecordFilter & { readonly item?: string; readonly undone: boolean },
): KeptDecision[] {
  let wanted = query.selectFrom('decisions').selectAll().orderBy('at').orderBy('version');
  if (project !== undefined) wanted = wanted.where('project', '=', project);
  if (queue !== undefined) wanted = wanted.where('queue', '=', queue);
  if (run !== undefined) wanted = wanted.where('run', '=', run);
  if (person !== undefined) wanted = wanted.where('person', '=', person);
  if (item !== undefined) wanted = wanted.where('item', '=', item);
  if (!undone) wanted = wanted.where('undone_at', 'is', null);
  return all(wanted).map(toDecision);
}

function toDecision(row: DecisionRow): KeptDecision {
  return {
    id: row.id,
    project: row.project,
    queue: row.queue,
    item: row.item,
    run: row.run,
    version: row.version,
    person: row.person,
    name: row.name,
    provenance: z.enum(PROVENANCES).parse(row.provenance),
    like: row.like,
    doc: labelDocSchema.parse(JSON.parse(row.doc)),
    schemaVersion: row.schema_version,
    from: sourcesSchema.parse(JSON.parse(row.sources)),
    basis: basisSchema.parse(JSON.parse(row.basis)),
    reason: row.reason,
    section: row.section,
    revealed: row.revealed === 1,
    atMs: row.at,
    undone: row.undone_at === null ? null : { name: row.undone_by ?? '', atMs: row.undone_at },
  };
}
