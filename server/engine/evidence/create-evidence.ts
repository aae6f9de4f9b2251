import { AnsweredStates } from './answered-states.ts';
import { EpisodeFiles } from './episode-files.ts';
import { SqlRuns } from './run-sql.ts';
import { readSource, readTask, withTemplate } from './scenario-evidence.ts';
import { StateFiles } from './state-files.ts';
import type { Evidence, EvidenceDeps } from './types.ts';
import { VerdictLanes } from './verdict-lanes.ts';
import { VerdictRuns } from './verdict-runs.ts';
import { VerifierReadings } from './verifier-reads.ts';

/** Starts nothing until it is asked. */
export function createEvidence(deps: EvidenceDeps): Evidence {
  const stateFiles = new StateFiles(deps.filesDir);
  const files = new EpisodeFiles(deps.store, stateFiles);
  const queries = new SqlRuns(deps, files);
  const answers = new AnsweredStates(deps.store);
  const lanes = new VerdictLanes(deps, new VerdictRuns(deps, files, answers), answers);
  const readings = new VerifierReadings(deps, files, answers, lanes);
  return {
    sql: (episodeId, question, signal) => queries.run(episodeId, question, signal),
    verdicts: (episodeId, signal) => lanes.lane(episodeId, signal),
    verdict: (episodeId, seq, signal) => lanes.detail(episodeId, seq, signal),
    reads: (episodeId, seq, mode, signal) => readings.of(episodeId, seq, mode, signal),
    source: (key, signal) => readSource(deps, key, signal),
    scenarioTables: (key, signal) =>
      withTemplate(deps, key, signal, (path) => deps.states.fileTables(path, signal)),
    scenarioRows: (key, table, query, signal) =>
      withTemplate(deps, key, signal, (path) => deps.states.fileRows(path, table, query, signal)),
    task: (key, taskIdx) => readTask(deps, key, taskIdx),
    async [Symbol.asyncDispose]() {
      await lanes[Symbol.asyncDispose]();
      await stateFiles[Symbol.asyncDispose]();
    },
  };
}
