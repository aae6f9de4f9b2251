import { hash } from 'node:crypto';
import type { PathStep } from '../../../lib/contracts/branches.ts';
import { beginning } from '../../../lib/domain/beginning.ts';
import { canonicalJson, type GroupRun, type GroupStep } from '../../../lib/domain/compare/index.ts';
import type { Catalog } from '../catalog.ts';
import type { StepRow } from '../schema.ts';
import { unreadAt } from '../states/episode-states.ts';

/** Runs as comparing needs them: many rows, read in a worker thread. */

/** Characters of a step's texts; fewer where the runs have many steps: six of 10,000 would be 150 MB. */
const FULL = { message: 300, arguments: 2_000 };
const SHORT = { message: 80, arguments: 200 };
const MANY_STEPS = 3_000;
/** In a tree, where there may be thousands of calls. */
const TREE_ARGUMENTS = 400;

const COLUMNS = `seq, kind, tool_name, arguments, http_status, reward_type, wrote, problem, db_after, normalised, normal_state,
  duration, CASE json_type(client_metadata, '$.message')
    WHEN 'text' THEN json_extract(client_metadata, '$.message')
    WHEN 'array' THEN json_extract(client_metadata, '$.message[0].text') END AS message`;

type Row = Pick<
  StepRow,
  | 'seq'
  | 'tool_name'
  | 'arguments'
  | 'http_status'
  | 'reward_type'
  | 'wrote'
  | 'problem'
  | 'db_after'
  | 'normalised'
  | 'normal_state'
  | 'duration'
> & { readonly kind: PathStep['kind']; readonly message: unknown };

interface EpisodeHead {
  readonly n: number;
  readonly id: string;
  readonly scenario: string;
  readonly task_idx: number | null;
  readonly steps: number;
  readonly policy: string | null;
  readonly sample: number | null;
  readonly reward: number | null;
  readonly verdict: string | null;
  readonly base_normalised: string;
  /** Baseline play hides verdicts until its end. */
  readonly hidden: number;
}

export interface PathRows {
  readonly id: string;
  readonly seed: string;
  readonly steps: readonly PathStep[];
}

/** Those that are there, in the order of the ids. */
export function pathRows(catalog: Catalog, ids: readonly string[]): PathRows[] {
  const steps = catalog.raw.prepare<[number], Row>(
    `SELECT ${COLUMNS} FROM steps WHERE episode = ? ORDER BY seq`,
  );
  const episodes = heads(catalog, ids);
  const all = episodes.reduce((sum, episode) => sum + episode.steps, 0);
  const limits = all > MANY_STEPS ? SHORT : FULL;
  return episodes.map((episode) => ({
    id: episode.id,
    seed: episode.base_normalised,
    steps: [...withStates(steps.iterate(episode.n))].map(([row, state]) =>
      pathStep(row, state, { hidden: episode.hidden === 1, limits }),
    ),
  }));
}

function pathStep(
  row: Row,
  state: string | null,
  { hidden, limits }: { readonly hidden: boolean; readonly limits: typeof FULL },
): PathStep {
  return {
    seq: row.seq,
    kind: row.kind,
    toolName: row.tool_name,
    argumentsJson: row.arguments === null ? null : beginning(row.arguments, limits.arguments),
    call: callName(row),
    httpStatus: row.http_status,
    rewardType: hidden && row.kind === 'verify' ? null : row.reward_type,
    wrote: row.wrote === 1,
    state,
    durationMs: row.duration,
    message: typeof row.message === 'string' ? beginning(row.message, limits.message) : null,
  };
}

/** Runs to be merged: only their steps that may have changed the database. */
export function groupRuns(catalog: Catalog, ids: readonly string[]): GroupRun[] {
  const steps = catalog.raw.prepare<[number], Row>(
    `SELECT ${COLUMNS} FROM steps WHERE episode = ? AND (wrote = 1 OR problem IS NOT NULL) ORDER BY seq`,
  );
  return heads(catalog, ids).map((episode) => {
    const rows = [...withStates(steps.iterate(episode.n))];
    const waits = rows.some(([row]) => row.normal_state === 0);
    const hidden = episode.hidden === 1;
    return {
      id: episode.id,
      scenario: episode.scenario,
      taskIdx: episode.task_idx,
      reward: hidden ? null : episode.reward,
      verdict: hidden ? null : episode.verdict,
      policy: episode.policy,
      sample: episode.sample,
      seed: episode.base_normalised,
      steps: rows.map(([row, state]) => groupStep(row, state)),
      problem: waits ? 'Its states are still being read; look again in a moment.' : null,
    };
  });
}

function groupStep(row: Row, state: string | null): GroupStep {
  return {
    seq: row.seq,
    toolName: row.tool_name ?? row.kind,
    argumentsJson: row.arguments === null ? null : beginning(row.arguments, TREE_ARGUMENTS),
    call: callName(row),
    state,
  };
}

/** Rows with the normalised state after each: null where it was not recorded, or is not known (yet). */
function* withStates(rows: Iterable<Row>): Generator<readonly [Row, string | null]> {
  let looked: Row | undefined;
  for (const row of rows) {
    if (row.wrote === 1 || row.problem !== null || row.kind === 'call_tool') looked = row;
    yield [row, unreadAt(looked) === undefined ? row.normalised : null];
  }
}

function heads({ raw }: Catalog, ids: readonly string[]): EpisodeHead[] {
  const find = raw.prepare<[string], EpisodeHead>(
    `SELECT n, id, scenario, task_idx, steps, policy, sample, reward, verdict, base_normalised,
       baseline = 1 AND ended_at IS NULL AS hidden FROM episodes WHERE id = ?`,
  );
  return ids.flatMap((id) => find.get(id) ?? []);
}

function callName({ kind, tool_name: tool, arguments: args }: Row): string {
  const text = JSON.stringify([kind, tool, args === null ? null : canonicalJson(args)]);
  return hash('sha256', text, 'hex').slice(0, 16);
}
