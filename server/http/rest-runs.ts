import { AppError } from '../../lib/contracts/errors.ts';
import type { runRoutes } from '../../lib/contracts/rest-runs.ts';
import { RUN_IDS_LIMIT } from '../../lib/contracts/runs.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import type { Handlers } from './rest.ts';

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

type RunHandlers = Pick<Handlers, keyof typeof runRoutes>;

export function runHandlers({ runs, stateSearch }: HttpContext): RunHandlers {
  return {
    listRuns: ({ query }, signal) => runs.page(query.q, query.offset, query.limit, signal),
    getRunFacets: ({ query }, signal) => runs.facets(query.q, signal),
    getRunCurves: ({ query }, signal) => runs.curves(query.q, signal),
    async getRunRevision({ query }, signal) {
      const now = runs.revision();
      if (query.q === undefined) return { ...now, matched: null };
      const [matched = null] = await runs.counts([query.q], signal);
      return { ...now, matched };
    },
    selectRuns: ({ body }, signal) => runs.select(body, signal),
    getSelection: ({ params }) => runs.selection(params.id),
    listSelected({ params, query }) {
      const { count } = runs.selection(params.id);
      return { ids: [...runs.selected(params.id, query.offset, RUN_IDS_LIMIT)], total: count };
    },
    exportRuns: ({ params, query }) =>
      new Download({
        data: runs.exportTable(params.id, query.format),
        contentType: CONTENT_TYPES[query.format],
        fileName: `runs-${params.id.slice(0, 6)}.${query.format}`,
      }),
    getRun({ params }) {
      const row = runs.get(params.id);
      if (row === undefined)
        throw new AppError('not_found', 'There is no such run; it may have been deleted.');
      return row;
    },
    async pinRuns({ body }) {
      return { changed: await runs.setPinned(runs.resolve(body.target), body.pinned) };
    },
    searchStates({ body }, signal) {
      return stateSearch.search(body, signal);
    },
    async listViews(_request, signal) {
      const views = runs.views();
      const counts = await runs.counts(
        views.map(({ query }) => query),
        signal,
      );
      return { items: views.map((view, i) => ({ ...view, count: counts[i] ?? null })) };
    },
    saveView: ({ body }) => runs.saveView(body),
    removeView({ params }) {
      runs.removeView(params.id);
      return { removed: true };
    },
    listLabels: ({ params }) => ({ items: [...runs.labels(params.id)] }),
    setLabel({ params, body, person }) {
      const { outcome, note = null, by = person } = body;
      return { items: [...runs.setLabel(params.id, { by, outcome, note })] };
    },
    listNotes: ({ params }) => ({ items: [...runs.notes(params.id)] }),
    addNote: ({ params, body, person }) => runs.addNote(params.id, { by: person, ...body }),
    removeNote({ params }) {
      runs.removeNote(params.id, params.note);
      return { removed: true };
    },
  };
}
