import type { datasetsRoutes } from '../../lib/contracts/annotation/rest-datasets.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import type { Handlers } from './rest.ts';

type DatasetHandlers = Pick<Handlers, keyof typeof datasetsRoutes>;

export function datasetHandlers({ training: { datasets } }: HttpContext): DatasetHandlers {
  return {
    previewDataset: ({ body, blind, person }, signal) =>
      datasets.preview(body, { name: person, blind }, signal),
    makeDataset: ({ body, blind, person }) => datasets.make(body, { name: person, blind }),
    listDatasets: ({ query }) => ({ items: [...datasets.list(query.project)] }),
    getDataset: ({ params }) => datasets.get(params.id),
    downloadDataset: ({ params }) =>
      new Download({
        data: datasets.zip(params.id),
        contentType: 'application/zip',
        fileName: `${datasets.get(params.id).spec.shape}-${params.id.slice(0, 8)}.zip`,
      }),
    downloadDatasetFile: ({ params, query }) =>
      new Download({
        data: datasets.file(params.id, query.name),
        contentType: 'application/octet-stream',
        fileName: query.name.replace('/', '-'),
      }),
    pushDataset: ({ params, body, person }) => datasets.push(params.id, body, person),
    async removeDataset({ params }) {
      await datasets.remove(params.id);
      return { removed: true };
    },
  };
}
