import { AppError } from '../../lib/contracts/errors.ts';
import type { Episode, EpisodeStep } from '../../lib/contracts/rest-schemas.ts';
import type { EpisodeRecord, RunProvenance, StepRecord } from '../store/types.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

/** Steps in one answer. */
const STEP_LIMIT = 500;

export function episodeHandlers({
  episodes,
  config,
}: HttpContext): Pick<Handlers, 'listEpisodes' | 'getEpisode' | 'getEpisodeSteps' | 'setRun'> {
  function find(id: string): EpisodeRecord {
    const record = episodes.episode(id);
    if (record === undefined) throw new AppError('not_found', 'No such episode.');
    return record;
  }

  return {
    listEpisodes({ query }) {
      if (config.isPublic && query.sessionId === undefined) {
        throw new AppError(
          'forbidden',
          'On a public server episodes are listed by the id of their session only.',
        );
      }
      const { items, nextCursor } = episodes.episodes(dropUndefined(query));
      return { items: items.map((record) => describe(record, !config.isPublic)), nextCursor };
    },
    getEpisode: ({ params }) => describe(find(params.id), !config.isPublic),
    getEpisodeSteps({ params, query }) {
      find(params.id);
      const last = query.from + STEP_LIMIT - 1;
      const steps = episodes.steps(params.id, { from: query.from, to: Math.min(query.to ?? last, last) });
      return {
        items: steps.map(describeStep),
      };
    },
    setRun: ({ body }) => ({ changed: episodes.setRun(body.ids, dropUndefined(body.run)) }),
  };
}

function describe(record: EpisodeRecord, withSession: boolean): Episode {
  return {
    id: record.id,
    clientEpisodeId: record.clientEpisodeId,
    sessionId: withSession ? record.sessionId : null,
    scenario: record.scenario,
    pack: record.pack,
    scenarioHash: record.scenarioHash,
    taskIdx: record.taskIdx,
    task: record.task,
    actor: record.actor,
    transport: record.transport,
    run: describeRun(record.run),
    policy: record.policy,
    startedAtMs: record.startedAtMs,
    endedAtMs: record.endedAtMs,
    endReason: record.endReason,
    steps: record.steps,
    verdict: record.verdict,
    reward: record.reward,
    finalAnswer: record.finalAnswer,
    pinned: record.pinned,
    kept: record.kept,
  };
}

function describeStep(step: StepRecord): EpisodeStep {
  return {
    episodeId: step.episodeId,
    seq: step.seq,
    kind: step.kind,
    toolName: step.toolName,
    argumentsJson: step.argumentsJson,
    clientMetadata: step.clientMetadata,
    observationJson: step.observationJson,
    rewardType: step.rewardType,
    reward: step.reward,
    httpMethod: step.httpMethod,
    httpRoute: step.httpRoute,
    httpStatus: step.httpStatus,
    startedAtMs: step.startedAtMs,
    durationMs: step.durationMs,
    runtimeMs: step.runtimeMs,
    dbBefore: step.dbBefore,
    dbAfter: step.dbAfter,
    wrote: step.wrote,
    problem: step.problem,
    normalisedAfter: step.normalisedAfter,
    tablesTouched: step.tablesTouched && [...step.tablesTouched],
  };
}

function describeRun({ tags, ...run }: RunProvenance): Episode['run'] {
  return tags === undefined ? run : { ...run, tags: [...tags] };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function dropUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
}
