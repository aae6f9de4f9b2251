import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/client/api.ts';
import type { DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import { datasetsRoutes } from '../../../lib/contracts/annotation/rest-datasets.ts';
import { pairsRoutes } from '../../../lib/contracts/annotation/rest-pairs.ts';

export const exportsKey = ['label-exports'] as const;

export function exportsQuery(project: string) {
  return queryOptions({
    queryKey: [...exportsKey, project] as const,
    queryFn: ({ signal }) => callApi(datasetsRoutes.listDatasets, { query: { project } }, signal),
    retry: false,
  });
}

/** Asked again with each choice; what was shown stays until the answer is there. */
export function previewQuery(spec: DatasetSpec) {
  return queryOptions({
    queryKey: ['label-export-preview', spec] as const,
    queryFn: ({ signal }) => callApi(datasetsRoutes.previewDataset, { body: spec }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function pairSetsQuery(project: string) {
  return queryOptions({
    queryKey: ['pair-sets', project] as const,
    queryFn: ({ signal }) => callApi(pairsRoutes.listPairSets, { query: { project } }, signal),
    retry: false,
  });
}
