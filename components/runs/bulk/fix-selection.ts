import { callApi } from '../../../lib/client/api.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import { RUN_IDS_LIMIT, type RunSelection, type RunTarget } from '../../../lib/contracts/runs.ts';

/**
 * A set of runs as one that the server has fixed, for what takes such a one (exports, groups) and to preview it.
 * @throws ApiError; Error where a set without some of it is larger than ids can name
 */
export async function fixSelection(target: RunTarget, signal?: AbortSignal): Promise<RunSelection> {
  if ('ids' in target) return callApi(runRoutes.selectRuns, { body: { ids: target.ids } }, signal);
  const { selection: id, except = [] } = target;
  if (except.length === 0) return callApi(runRoutes.getSelection, { params: { id } }, signal);
  const without = new Set(except);
  const ids: string[] = [];
  for (let offset = 0; ;) {
    const page = await callApi(runRoutes.listSelected, { params: { id }, query: { offset } }, signal);
    ids.push(...page.ids.filter((run) => !without.has(run)));
    offset += page.ids.length;
    if (page.ids.length === 0 || offset >= page.total || ids.length > RUN_IDS_LIMIT) break;
  }
  return callApi(runRoutes.selectRuns, { body: { ids } }, signal);
}
