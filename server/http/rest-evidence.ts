import { AppError } from '../../lib/contracts/errors.ts';
import type { StepLog, TableQuery } from '../../lib/contracts/evidence.ts';
import type { evidenceRoutes } from '../../lib/contracts/rest-evidence.ts';
import type { StepRecord } from '../store/types.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

type EvidenceHandlers = Pick<Handlers, keyof typeof evidenceRoutes>;

/** Recorded states and what stands behind them. An episode's id is the key to all of it. */
export function evidenceHandlers({
  states,
  evidence,
  episodes,
}: Pick<HttpContext, 'states' | 'evidence' | 'episodes'>): EvidenceHandlers {
  return {
    getChanges: ({ params, query: { table, ...rest } }, signal) =>
      states.changes(params.id, table === undefined ? rest : { ...rest, table }, signal),
    getTables: ({ params, query }, signal) => states.tables(params.id, query.seq, signal),
    getTableRows: ({ params, query }, signal) =>
      states.tableRows(params.id, params.table, checkedQuery(query), signal),
    getRowHistory: ({ params, query }, signal) =>
      states.rowHistory(params.id, { table: params.table, ...query }, signal),
    getCell: ({ params, query }, signal) => states.cell(params.id, { table: params.table, ...query }, signal),
    runSql: ({ params, body }, signal) => evidence.sql(params.id, body, signal),
    getStepLog({ params, blind }) {
      const [step] = episodes.steps(params.id, { from: params.seq, to: params.seq });
      if (step === undefined)
        throw new AppError('not_found', noStep(params.seq, episodes.episode(params.id)));
      return blind.hides(params.id) && SAYS_VERDICT.has(step.kind) ? NO_LOG : logOf(step);
    },
    getVerdicts: ({ params }, signal) => evidence.verdicts(params.id, signal),
    getVerdict: ({ params }, signal) => evidence.verdict(params.id, params.seq, signal),
    getSource: ({ params }, signal) => evidence.source(params.key, signal),
    getTaskDetail: ({ params }) => evidence.task(params.key, params.taskIdx),
    getScenarioTables: ({ params }, signal) => evidence.scenarioTables(params.key, signal),
    getScenarioRows: ({ params, query }, signal) =>
      evidence.scenarioRows(params.key, params.table, checkedQuery(query), signal),
    async getTaskStats({ blind }, signal) {
      const items = await episodes.taskStats(signal);
      return { items: items.filter(({ scenario, taskIdx }) => !blind.hidesTask(scenario, taskIdx)) };
    },
  };
}

/** Steps whose log may have a verifier's words. */
const SAYS_VERDICT: ReadonlySet<StepRecord['kind']> = new Set(['verify', 'done']);
const NO_LOG: StepLog = { text: '', bytes: 0, complete: true };

/** @throws AppError invalid_request for half of a filter */
function checkedQuery(query: TableQuery): TableQuery {
  if ((query.column === undefined) === (query.value === undefined)) return dropUndefined(query);
  const [given, missing] = query.column === undefined ? ['value', 'column'] : ['column', 'value'];
  throw new AppError(
    'invalid_request',
    `query.${given} is given without ${missing}: a filter names both, or neither.`,
  );
}

function noStep(seq: number, episode: { readonly steps: number } | undefined): string {
  if (episode === undefined) return 'No such episode.';
  return `This episode has no step ${String(seq)}; its steps are 1 to ${String(episode.steps)}.`;
}

function logOf({ logStart, logEnd, logText }: StepRecord): StepLog {
  const text = logText ?? '';
  const bytes = logEnd - logStart;
  return { text, bytes, complete: Buffer.byteLength(text) >= bytes };
}
