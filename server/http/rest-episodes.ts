import { AppError } from '../../lib/contracts/errors.ts';
import { ANSWER_LIMIT } from '../../lib/contracts/evidence.ts';
import type { Episode, EpisodeStep } from '../../lib/contracts/rest-schemas.ts';
import { beginning } from '../../lib/domain/beginning.ts';
import type { EpisodeRecord, RunProvenance, StepRecord } from '../store/types.ts';
import type { HttpContext } from './context.ts';
import { isInside, mayJoin } from './standing.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';
import { refuseHidden, withoutHiddenParent } from './seen.ts';

/** Steps in one answer. */
const STEP_LIMIT = 500;
/** Characters of texts after which no further step is put into an answer: one step may have 100 MiB. */
const STEPS_SIZE = 32 * 1024 * 1024;

export function episodeHandlers({
  episodes,
}: HttpContext): Pick<Handlers, 'listEpisodes' | 'getEpisode' | 'getEpisodeSteps' | 'setRun'> {
  function find(id: string): EpisodeRecord {
    const record = episodes.episode(id);
    if (record === undefined) throw new AppError('not_found', 'No such episode.');
    return record;
  }

  return {
    listEpisodes({ query, who, blind }) {
      if (!isInside(who) && query.sessionId === undefined) {
        throw new AppError(
          'forbidden',
          who.via === 'visitor'
            ? 'On a public server a visitor lists episodes by the id of their session only: give sessionId, or sign in.'
            : "This needs the permission 'read': without it, episodes are listed by the id of their session only (sessionId).",
        );
      }
      const { items, nextCursor } = episodes.episodes({ ...dropUndefined(query), without: blind.runs });
      return {
        items: items.map((record) => withoutHiddenParent(describe(record, mayJoin(who)), blind)),
        nextCursor,
      };
    },
    getEpisode: ({ params, who, blind }) =>
      withoutHiddenParent(describe(find(params.id), mayJoin(who)), blind),
    getEpisodeSteps({ params, query }) {
      const end = Math.min(query.to ?? Infinity, find(params.id).steps);
      const items: EpisodeStep[] = [];
      let size = 0;
      let seq = query.from;
      for (; seq <= end && items.length < STEP_LIMIT && size < STEPS_SIZE; seq += 1) {
        const [step] = episodes.steps(params.id, { from: seq, to: seq });
        if (step === undefined) break;
        items.push(describeStep(step));
        size += step.observationJson.length + (step.argumentsJson?.length ?? 0);
      }
      return { items, nextFrom: seq <= end ? seq : null };
    },
    setRun({ body, blind }) {
      refuseHidden(blind, body.ids);
      return { changed: episodes.setRun(body.ids, dropUndefined(body.run)) };
    },
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
    finalAnswer: record.finalAnswer === null ? null : beginning(record.finalAnswer, ANSWER_LIMIT),
    pinned: record.pinned,
    kept: record.kept,
    baseline: record.baseline,
    sawVerdictAt: record.sawVerdictAt,
    origin: record.origin,
    parent: record.parent,
    missing: [...record.missing],
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
    reconstructed: step.reconstructed,
  };
}

function describeRun({ tags, ...run }: RunProvenance): Episode['run'] {
  return tags === undefined ? run : { ...run, tags: [...tags] };
}
