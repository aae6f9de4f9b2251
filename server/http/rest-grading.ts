import { Readable } from 'node:stream';
import type { GradedRun } from '../../lib/contracts/annotation/grading.ts';
import type { gradingRoutes } from '../../lib/contracts/annotation/rest-grading.ts';
import { csvText } from '../../lib/util/csv-text.ts';
import type { HttpContext } from './context.ts';
import { Download } from './download.ts';
import type { Handlers } from './rest.ts';

const COLUMNS = [
  'run',
  'scenario',
  'taskIdx',
  'verdict',
  'verifier',
  'human',
  'source',
  'labels',
] as const satisfies readonly (keyof GradedRun)[];

export function gradingHandlers({ grading }: HttpContext): Pick<Handlers, keyof typeof gradingRoutes> {
  return {
    getGrading: ({ params, query }) => grading.grade(params.id, query),
    exportGrading({ params, query: { format, ...query } }) {
      const runs = grading.runs(params.id, query);
      return format === 'csv'
        ? new Download({
            data: Readable.from([`${[COLUMNS.join(','), ...runs.map(csvLine)].join('\r\n')}\r\n`]),
            contentType: 'text/csv; charset=utf-8',
            fileName: 'verifiers-against-people.csv',
          })
        : new Download({
            data: Readable.from(runs.map((run) => `${JSON.stringify(run)}\n`)),
            contentType: 'application/x-ndjson; charset=utf-8',
            fileName: 'verifiers-against-people.jsonl',
          });
    },
  };
}

function csvLine(run: GradedRun): string {
  return COLUMNS.map((name) => csvText(String(run[name] ?? ''))).join(',');
}
