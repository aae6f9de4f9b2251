import type { Verifier } from '../dataset/types.ts';
import { storageError } from '../store/index.ts';
import type { JudgeSettings, Verdict } from '../verify/index.ts';
import { pythonStr } from '../../lib/util/python-repr.ts';
import { answerText } from './answer-text.ts';
import { trajectoryOf } from './artifacts.ts';
import type { Episode } from './episode.ts';
import { answer, MESSAGES, observationOf, type Answered } from './observations.ts';
import type { LlmSettings } from './reset-params.ts';
import { rewardOf } from './rewards.ts';
import { judgedEntries } from './trajectory.ts';
import type { SessionDeps } from './session-deps.ts';

export interface VerifyCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly stepCount: number;
  /** Part of Done: nobody sees the verdict before the end. */
  readonly atEnd?: boolean;
}

export interface Verified {
  readonly answered: Answered;
  /** Writes the verdict beside its step; absent where no verifier ran. */
  readonly record?: (seq: number) => void;
}

/** The wire's verify: checks in the reference's order (task, mode, availability), then one verifier on frozen databases. */
export async function verifyEpisode(
  deps: SessionDeps,
  episode: Episode,
  call: VerifyCall,
  signal: AbortSignal,
): Promise<Verified> {
  const { scenario, start, reset } = episode.options;
  const refuse = (rewardType: string, fields: Readonly<Record<string, unknown>>): Verified => {
    const observation = observationOf({ reward_type: rewardType, ...fields });
    return { answered: { outcome: answer(observation, rewardOf(reset.rewards, rewardType)), rewardType } };
  };
  const { task, taskIdx } = start;
  if (task === null || taskIdx === null) return refuse('no_verifier', { error: MESSAGES.noTask });
  const mode = call.args['verifier_mode'] === undefined ? 'code' : call.args['verifier_mode'];
  if (mode !== 'code' && mode !== 'sql') {
    const error = `Invalid verifier_mode '${pythonStr(mode)}'. Must be one of: code, sql`;
    return refuse('invalid_args', { error });
  }
  const head = { scenario: scenario.key, task, task_idx: taskIdx };
  const verifier = scenario.verifiers[taskIdx]?.[mode]
    ? await deps.dataset.verifier(scenario.key, taskIdx, mode)
    : undefined;
  if (verifier === undefined) {
    return refuse('no_verifier', { ...head, error: `No ${mode} verifier available for this task` });
  }
  const finalAnswer = answerText(call.args['final_answer']);
  const verdict = await run(deps, episode, { verifier, finalAnswer, stepCount: call.stepCount }, signal);
  const reward = rewardOf(reset.rewards, verdict.rewardType);
  const observation = observationOf({
    reward_type: verdict.rewardType,
    ...head,
    verify_result: verdict.result,
    steps_taken: call.stepCount,
  });
  return {
    answered: {
      outcome: answer(observation, reward, {
        verifier_hash: verifier.hash,
        ...(verifier.version !== undefined && { verifier_version: verifier.version }),
      }),
      rewardType: verdict.rewardType,
    },
    record: (seq) => {
      episode.recorder.verdict(mode, verdict.rewardType, reward.value, finalAnswer, verifier.hash);
      if (start.actor === 'human' && !call.atEnd) deps.store.markSawVerdict(start.id, seq);
    },
  };
}

/** The server's judge, as far as reset named none of its own. The server's key goes to the server's address only. */
export function judgeFor(
  deps: Pick<SessionDeps, 'judge' | 'publicJudgesOnly'>,
  given: Partial<LlmSettings>,
): JudgeSettings {
  const { baseUrl } = given;
  if (baseUrl === undefined || baseUrl === deps.judge.baseUrl) return { ...deps.judge, ...given };
  const { apiKey = '', model = deps.judge.model } = given;
  return { baseUrl, apiKey, model, publicOnly: deps.publicJudgesOnly === true };
}

async function run(
  deps: SessionDeps,
  episode: Episode,
  asked: { readonly verifier: Verifier; readonly finalAnswer: string | null; readonly stepCount: number },
  signal: AbortSignal,
): Promise<Verdict> {
  const { reset, start } = episode.options;
  try {
    await using databases = await episode.freeze();
    return await deps.verify(
      {
        verifier: asked.verifier,
        finalAnswer: asked.finalAnswer,
        initialDb: databases.initialDb,
        finalDb: databases.finalDb,
        deadlineMs: deps.verifierTimeoutMs,
        task: start.task ?? '',
        trajectory: () => judgedEntries(trajectoryOf(deps.store, episode, asked.stepCount).entries),
        judge: judgeFor(deps, reset.llm),
      },
      signal,
    );
  } catch (thrown) {
    const error = storageError(thrown, deps.tmpDir);
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ scenario: start.scenario, mode: asked.verifier.mode, err: error }, 'verify failed');
    return { rewardType: 'judge_error', result: { execution_status: 'error', error_message: reason } };
  }
}
