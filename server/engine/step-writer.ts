import { AppError } from '../../lib/contracts/errors.ts';
import type { StepInput } from '../store/types.ts';
import type { Episode } from './episode.ts';
import type { EventLog } from './events.ts';
import { answer, observationOf, type Answered } from './observations.ts';
import type { Action, Outcome } from './types.ts';

type StepDetails = Pick<StepInput, 'kind' | 'mayWrite'> &
  Partial<Pick<StepInput, 'httpMethod' | 'httpRoute' | 'httpStatus' | 'runtimeMs' | 'observationJson'>>;

/** Measures one step and writes its row; made before the work, used once after it. */
export class StepWriter {
  readonly #episode: Episode;
  readonly #action: Action;
  readonly #events: EventLog;
  readonly #startedAtMs = Date.now();
  readonly #started = performance.now();

  constructor(episode: Episode, action: Action, events: EventLog) {
    this.#episode = episode;
    this.#action = action;
    this.#events = events;
  }

  /**
   * Records the step, then hands its outcome on. When the disk is full the client learns that the step ran and is not
   * recorded; the next recorded step's delta covers what it changed. `alongside` writes what belongs to the step.
   */
  write(answered: Answered, details: StepDetails, alongside?: (seq: number) => void): Outcome {
    const { outcome, rewardType } = answered;
    const action = this.#action;
    try {
      const step = this.#episode.recorder.step({
        toolName: action.type === 'call_tool' ? action.tool_name : null,
        argumentsJson: action.type === 'call_tool' ? JSON.stringify(action.arguments) : null,
        clientMetadata: action.metadata,
        observationJson: outcome.observationJson,
        rewardType,
        reward: outcome.reward,
        httpMethod: null,
        httpRoute: null,
        httpStatus: null,
        runtimeMs: null,
        ...details,
        startedAtMs: this.#startedAtMs,
        durationMs: performance.now() - this.#started,
        ...this.#episode.takeLogSlice(),
      });
      alongside?.(step.seq);
      this.#events.emit({ kind: 'step', step });
      return outcome;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const observation = observationOf({
        reward_type: 'server_error',
        tool_name: action.type === 'call_tool' ? action.tool_name : undefined,
        error: `The step ran but could not be recorded: ${error.message}`,
      });
      return answer(observation, { value: 0, json: '0.0' }, { unrecorded: true }, outcome.done);
    }
  }
}
