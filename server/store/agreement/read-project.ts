import { labelSchemaDocSchema } from '../../../lib/contracts/annotation/label-schema.ts';
import {
  queueKindSchema,
  queueSourceSchema,
  queueStateSchema,
} from '../../../lib/contracts/annotation/queues.ts';
import { Records } from '../annotation/records.ts';
import type { Catalog } from '../catalog.ts';
import type { ProjectData } from './types.ts';

/** A project's labels with what they are read by, in one transaction: a second for 100,000 labels, so in a worker. */
export function readProjectData(catalog: Catalog, project: string): ProjectData {
  const records = new Records(catalog);
  return catalog.raw.transaction((): ProjectData => {
    const { query } = catalog;
    const documents = catalog.all(
      query
        .selectFrom('project_documents')
        .select(['version', 'doc'])
        .where('project', '=', project)
        .where('kind', '=', 'schema'),
    );
    const queues = catalog.all(
      query
        .selectFrom('annotation_queues')
        .select(['id', 'name', 'kind', 'state', 'source'])
        .where('project', '=', project)
        .orderBy('n'),
    );
    const steps = catalog.all(
      query
        .selectFrom('episodes')
        .select(['id', 'steps'])
        .where('id', 'in', (runs) =>
          runs
            .selectFrom('annotation_items as i')
            .innerJoin('annotation_queues as q', 'q.n', 'i.queue')
            .select('i.run')
            .where('q.project', '=', project),
        ),
    );
    return {
      submissions: records.submissions({ project }),
      items: records.items({ project }),
      schemas: new Map(
        documents.map(({ version, doc }) => [version, labelSchemaDocSchema.parse(JSON.parse(doc))]),
      ),
      queues: queues.map(({ id, name, kind, state, source }) => ({
        id,
        name,
        kind: queueKindSchema.parse(kind),
        state: queueStateSchema.parse(state),
        filling: source !== null && queueSourceSchema.parse(JSON.parse(source)).from === 'view',
      })),
      steps: new Map(steps.map((run) => [run.id, run.steps])),
    };
  })();
}
