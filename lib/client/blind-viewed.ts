import type { BlindRun, BlindStep } from '../contracts/annotation/labelling.ts';
import type { LiveStep } from '../contracts/live.ts';
import type { Viewed } from './viewed.ts';

/** A state of a run that somebody is blind to, for the parts that show states elsewhere too. `alias` stands for its run; 0 is the seed. */
export function blindViewed(alias: string, run: BlindRun, seq: number): Viewed {
  const step = run.steps.find((one) => one.seq === seq);
  return {
    recordId: alias,
    scenario: run.scenario,
    taskIdx: run.taskIdx,
    seq,
    newest: run.steps.at(-1)?.seq ?? 0,
    step: step === undefined ? null : asLiveStep(alias, step),
    steps: run.steps.map((one) => asLiveStep(alias, one)),
    human: false,
    live: false,
    hidden: true,
  };
}

function asLiveStep(alias: string, step: BlindStep): LiveStep {
  const text = (value: string) => ({ text: value, length: value.length, complete: true });
  return {
    episodeId: alias,
    seq: step.seq,
    kind: step.kind,
    toolName: step.toolName,
    arguments: step.argumentsJson === null ? null : text(step.argumentsJson),
    observation: text(step.responseText ?? ''),
    rewardType: null,
    reward: null,
    httpMethod: step.httpMethod,
    httpRoute: step.httpRoute,
    httpStatus: step.httpStatus,
    startedAtMs: 0,
    durationMs: 0,
    wrote: step.wrote,
    tablesTouched: null,
  };
}
