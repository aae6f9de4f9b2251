import { AppError } from '../../lib/contracts/errors.ts';
import type { runRoutes } from '../../lib/contracts/rest-runs.ts';
import { RUN_IDS_LIMIT } from '../../lib/contracts/runs.ts';
import { TASKS_LIMIT } from '../../lib/contracts/task-statuses.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import type { Handlers } from './rest.ts';
import { seenRuns, seenTarget } from './seen.ts';

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

type RunHandlers = Pick<Handlers, keyof typeof runRoutes>;

export function runHandlers({ access, people, runs, stateSearch }: HttpContext): RunHandlers {
  const seen = (blind: BlindRuns) => seenRuns(runs, blind);
  return {
    listRuns: ({ query, blind }, signal) => seen(blind).page(query.q, query.offset, query.limit, signal),
    getRunFacets: ({ query, blind }, signal) => seen(blind).facets(query.q, signal),
    getRunCurves: ({ query, blind }, signal) => seen(blind).curves(query.q, signal),
    async getRunRevision({ query, blind }, signal) {
      const now = runs.revision();
      const asked = query.q === undefined ? [] : [query.q];
      if (blind.empty) {
        const [matched = null] = asked.length === 0 ? [] : await runs.counts(asked, signal);
        return { ...now, matched };
      }
      const [total = 0, matched = null] = await seen(blind).counts(['', ...asked], signal);
      return { ...now, total, matched };
    },
    selectRuns: ({ body, blind }, signal) => seen(blind).select(body, signal),
    getSelection: ({ params, blind }, signal) => seen(blind).selection(params.id, signal),
    listSelected({ params, query, blind }) {
      const { ids, total } = seen(blind).selected(params.id, query.offset, RUN_IDS_LIMIT);
      return { ids: [...ids], total };
    },
    async listSelectedTasks({ params, blind }, signal) {
      const items = await seen(blind).tasksOf(params.id, signal);
      if (items.length > TASKS_LIMIT)
        throw new AppError(
          'invalid_request',
          `The runs of this selection are of ${String(items.length)} tasks; ${String(TASKS_LIMIT)} are handled at once: select fewer runs.`,
        );
      return { items: [...items] };
    },
    exportRuns: ({ params, query, blind }) =>
      new Download({
        data: seen(blind).exportTable(params.id, query.format),
        contentType: CONTENT_TYPES[query.format],
        fileName: `runs-${params.id.slice(0, 6)}.${query.format}`,
      }),
    getRun({ params }) {
      const row = runs.get(params.id);
      if (row === undefined)
        throw new AppError('not_found', 'There is no such run; it may have been deleted.');
      return row;
    },
    async pinRuns({ body, blind }) {
      return { changed: await runs.setPinned(seen(blind).resolve(body.target), body.pinned) };
    },
    searchStates: ({ body, blind }, signal) =>
      stateSearch.search({ ...body, target: seenTarget(runs, body.target, blind) }, signal),
    async listViews({ blind }, signal) {
      const views = runs.views();
      const counts = await seen(blind).counts(
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
      if (access.accounts && by !== person && people.isCalled(by))
        throw new AppError(
          'forbidden',
          `by: ${by} is somebody who signs in here, and signs for themselves. Name a program, or leave it away.`,
        );
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
