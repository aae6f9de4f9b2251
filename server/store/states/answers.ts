import { AppError } from '../../../lib/contracts/errors.ts';
import { groupTree } from '../../../lib/domain/compare/index.ts';
import { groupRuns, pathRows } from '../branches/path-rows.ts';
import { runFaults } from '../audits/run-faults.ts';
import type { Catalog } from '../catalog.ts';
import { OutcomeViews } from '../outcomes/view.ts';
import { factsOf } from '../runs/facts/facts-of.ts';
import { taskStats } from '../task-stats.ts';
import { verifierCounts } from '../verifiers/verifier-counts.ts';
import { changeSet } from './change-set.ts';
import { rowHistory } from './row-history.ts';
import { UnreadableState } from './sqlite-file.ts';
import { MissingState } from './state-sources.ts';
import type { StateSources } from './state-sources.ts';
import { tableInfos } from './table-infos.ts';
import { tablePage } from './table-page.ts';
import type { StateOutcome, StateTask } from './tasks.ts';
import { wholeCell } from './whole-cell.ts';

/** Never throws: what is wrong with a state is an answer. */
export function answer(task: StateTask, sources: StateSources, catalog: Catalog): StateOutcome {
  try {
    const value = valueOf(task, sources, catalog);
    return { kind: 'value', value, bytes: 2 * JSON.stringify(value).length };
  } catch (error) {
    if (error instanceof MissingState) return unavailable(error.code, error.message);
    if (error instanceof UnreadableState) {
      const message = `${error.message}. The calls and observations are not affected; look at another state`;
      return unavailable('unreadable', message);
    }
    if (error instanceof AppError) return { kind: 'error', code: error.code, message: error.message };
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof RangeError) return unavailable('unreadable', `The database file is damaged: ${why}`);
    return { kind: 'error', code: 'internal', message: why };
  }
}

function valueOf(task: StateTask, sources: StateSources, catalog: Catalog): unknown {
  switch (task.kind) {
    case 'changes': {
      const [before, after] = [sources.open(task.from), sources.open(task.to)];
      return changeSet(before, after, { table: task.table, offset: task.offset, limit: task.limit });
    }
    case 'task_stats':
      return taskStats(catalog);
    case 'run_faults':
      return runFaults(catalog);
    case 'paths':
      return pathRows(catalog, task.ids);
    case 'group':
      return groupTree(groupRuns(catalog, task.ids));
    case 'verifier_counts':
      return verifierCounts(catalog);
    case 'outcomes':
      return outcomeViews(catalog).outcomes(task.query);
    case 'outcome':
      return outcomeViews(catalog).outcome(task.query) ?? null;
    case 'run_facts':
      return task.episodes.map((n) => factsOf(catalog, sources, n)).filter((facts) => facts !== undefined);
    case 'tables':
      return { state: 'ok', tables: tableInfos(sources.open(task.of)) };
    case 'rows':
      return tablePage(sources.open(task.of), task.table, task.query);
    case 'cell':
      return wholeCell(sources.open(task.of), task);
    case 'history': {
      const past = task.states.map(({ hash, ...state }) => ({
        ...state,
        open: () => sources.open({ hash }),
      }));
      return rowHistory(past, task.table, task.key);
    }
  }
}

function unavailable(code: 'not_kept' | 'unreadable', message: string): StateOutcome {
  return { kind: 'unavailable', answer: { state: 'unavailable', code, message } };
}

const views = new WeakMap<Catalog, OutcomeViews>();

function outcomeViews(catalog: Catalog): OutcomeViews {
  const found = views.get(catalog) ?? new OutcomeViews(catalog);
  views.set(catalog, found);
  return found;
}
