import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../lib/contracts/errors.ts';
import { originSchema } from '../../lib/contracts/runs.ts';
import type { Blobs } from './blobs.ts';
import type { Catalog } from './catalog.ts';
import type { EpisodeRow, StepRow } from './schema.ts';
import type {
  Actor,
  EndReason,
  EpisodeFilter,
  EpisodeRecord,
  FileProblem,
  RecordingPolicy,
  RunProvenance,
  StepKind,
  StepRecord,
} from './types.ts';

const MAX_PAGE = 500;
/** Ids per UPDATE: SQLite takes 32,766 parameters. */
const BULK = 500;

const strings = z.array(z.string());
const options = z.record(z.string(), z.unknown());

export function findEpisode(catalog: Catalog, id: string): (EpisodeRow & WithNormalised) | undefined {
  return catalog.get(selectEpisodes(catalog).where('id', '=', id));
}

interface WithNormalised {
  readonly final_normalised: string | null;
}

function selectEpisodes(catalog: Catalog) {
  const last = sql<string | null>`CASE WHEN episodes.steps = 0 THEN episodes.base_normalised
    ELSE (SELECT normalised FROM steps WHERE episode = episodes.n AND seq = episodes.steps) END`;
  return catalog.query.selectFrom('episodes').selectAll().select(last.as('final_normalised'));
}

/** Newest first. @throws AppError invalid_request for a cursor that is not ours */
export function listEpisodes(
  catalog: Catalog,
  filter: EpisodeFilter,
): { items: EpisodeRecord[]; nextCursor: string | null } {
  const limit = Math.min(Math.max(1, Math.trunc(filter.limit)), MAX_PAGE);
  let query = selectEpisodes(catalog);
  if (filter.scenario !== undefined) query = query.where('scenario', '=', filter.scenario);
  if (filter.taskIdx !== undefined) query = query.where('task_idx', '=', filter.taskIdx);
  if (filter.experiment !== undefined) query = query.where('experiment', '=', filter.experiment);
  if (filter.endReason !== undefined) query = query.where('end_reason', '=', filter.endReason);
  if (filter.sessionId !== undefined) query = query.where('session_id', '=', filter.sessionId);
  if (filter.without !== undefined && filter.without.size > 0) {
    const ids = JSON.stringify([...filter.without]);
    query = query.where(sql<boolean>`id NOT IN (SELECT value FROM json_each(${ids}))`);
  }
  if (filter.cursor !== undefined) query = query.where('n', '<', parseCursor(filter.cursor));
  const rows = catalog.all(query.orderBy('n', 'desc').limit(limit + 1));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(episodeRecord),
    nextCursor: last === undefined ? null : `n${last.n}`,
  };
}

/** Sets the fields that are given, leaves the others. */
export function setRun(catalog: Catalog, ids: readonly string[], run: RunProvenance): number {
  return update(catalog, ids, runColumns(run));
}

export function setPinned(catalog: Catalog, ids: readonly string[], pinned: boolean): number {
  return update(catalog, ids, { pinned: pinned ? 1 : 0 });
}

export function setSawVerdict(catalog: Catalog, id: string, seq: number): void {
  const query = catalog.query
    .updateTable('episodes')
    .set({ saw_verdict_at: seq })
    .where('id', '=', id)
    .where('saw_verdict_at', 'is', null)
    .where('ended_at', 'is', null);
  catalog.run(query);
}

function update(catalog: Catalog, ids: readonly string[], set: Partial<Omit<EpisodeRow, 'n'>>): number {
  if (Object.keys(set).length === 0) return 0;
  let changed = 0;
  catalog.raw
    .transaction(() => {
      for (let start = 0; start < ids.length; start += BULK) {
        const some = ids.slice(start, start + BULK);
        changed += catalog.run(catalog.query.updateTable('episodes').set(set).where('id', 'in', some));
      }
    })
    .immediate();
  return changed;
}

export function runColumns(run: RunProvenance) {
  return {
    ...(run.experiment !== undefined && { experiment: run.experiment }),
    ...(run.policy !== undefined && { policy: run.policy }),
    ...(run.checkpoint !== undefined && { checkpoint: run.checkpoint }),
    ...(run.train_step !== undefined && { train_step: run.train_step }),
    ...(run.group !== undefined && { run_group: run.group }),
    ...(run.sample !== undefined && { sample: run.sample }),
    ...(run.tags !== undefined && { tags: JSON.stringify(run.tags) }),
  };
}

export function listSteps(
  catalog: Catalog,
  blobs: Blobs,
  episode: Pick<EpisodeRow, 'n' | 'id'>,
  range: { readonly from: number; readonly to: number },
): StepRecord[] {
  const query = catalog.query
    .selectFrom('steps')
    .selectAll()
    .where('episode', '=', episode.n)
    .where('seq', '>=', range.from)
    .where('seq', '<=', range.to)
    .orderBy('seq');
  return catalog.all(query).map((row) => stepRecord(episode.id, row, blobs));
}

export function episodeRecord(row: EpisodeRow & WithNormalised): EpisodeRecord {
  return {
    id: row.id,
    clientEpisodeId: row.client_episode_id,
    sessionId: row.session_id,
    scenario: row.scenario,
    pack: row.pack,
    scenarioHash: row.scenario_hash,
    taskIdx: row.task_idx,
    task: row.task,
    actor: row.actor as Actor,
    transport: row.transport,
    run: {
      ...(row.experiment !== null && { experiment: row.experiment }),
      ...(row.policy !== null && { policy: row.policy }),
      ...(row.checkpoint !== null && { checkpoint: row.checkpoint }),
      ...(row.train_step !== null && { train_step: row.train_step }),
      ...(row.run_group !== null && { group: row.run_group }),
      ...(row.sample !== null && { sample: row.sample }),
      ...(row.tags !== null && { tags: strings.parse(JSON.parse(row.tags)) }),
    },
    policy: row.recording as RecordingPolicy,
    options: options.parse(JSON.parse(row.options)),
    startedAtMs: row.started_at,
    endedAtMs: row.ended_at,
    endReason: row.end_reason as EndReason | null,
    steps: row.steps,
    seedHash: row.seed_hash,
    initialHash: row.base_hash,
    finalHash: row.final_hash,
    finalNormalised: row.final_normalised,
    verdict: row.verdict,
    reward: row.reward,
    finalAnswer: row.final_answer,
    pinned: row.pinned === 1,
    kept: row.kept as RecordingPolicy | null,
    baseline: row.baseline === 1,
    sawVerdictAt: row.saw_verdict_at,
    origin: originSchema.parse(row.origin),
    parent:
      row.parent_id === null || row.parent_seq === null ? null : { id: row.parent_id, seq: row.parent_seq },
    missing: row.missing === null ? [] : strings.parse(JSON.parse(row.missing)),
  };
}

function stepRecord(episodeId: string, row: StepRow, blobs: Blobs): StepRecord {
  const blob = row.observation_blob;
  return {
    episodeId,
    seq: row.seq,
    kind: row.kind as StepKind,
    toolName: row.tool_name,
    argumentsJson: row.arguments,
    clientMetadata: row.client_metadata === null ? null : (JSON.parse(row.client_metadata) as unknown),
    observationJson: row.observation ?? (blob === null ? '' : blobText(blobs, blob)),
    rewardType: row.reward_type,
    reward: row.reward,
    httpMethod: row.http_method,
    httpRoute: row.http_route,
    httpStatus: row.http_status,
    startedAtMs: row.started_at,
    durationMs: row.duration,
    runtimeMs: row.runtime,
    logStart: row.log_start,
    logEnd: row.log_end,
    logText: row.log_text ?? (row.log_blob === null ? null : blobText(blobs, row.log_blob)),
    dbBefore: row.db_before,
    dbAfter: row.db_after,
    wrote: row.wrote === 1,
    problem: row.problem === null ? null : storedProblem(row.problem),
    normalisedAfter: row.normalised,
    normalisedProblem: row.normal_problem,
    tablesTouched: row.tables_touched === null ? null : strings.parse(JSON.parse(row.tables_touched)),
    reconstructed: row.reconstructed === 1,
  };
}

function blobText(blobs: Blobs, name: string): string {
  return zstdDecompressSync(blobs.get(name)).toString('utf8');
}

const problem: z.ZodType<FileProblem> = z.object({
  code: z.enum(['missing', 'not_regular', 'too_large', 'unreadable', 'unstable', 'pending_journal']),
  message: z.string(),
});

/** A step's `problem` column. */
export function storedProblem(json: string): FileProblem {
  return problem.parse(JSON.parse(json));
}

function parseCursor(cursor: string): number {
  const match = /^n(\d{1,15})$/.exec(cursor);
  if (match === null)
    throw new AppError('invalid_request', 'The cursor is not one of ours; start from the first page');
  return Number(match[1]);
}

/** Why the file was not recorded as it was after the last call that may have written to it. */
export function lastProblem(catalog: Catalog, episode: number): string | null {
  const query = catalog.query
    .selectFrom('steps')
    .select('problem')
    .where('episode', '=', episode)
    .where('kind', '=', 'call_tool')
    .orderBy('seq', 'desc')
    .limit(1);
  return catalog.get(query)?.problem ?? null;
}
