import type { IsQuarantined } from '../../lib/domain/task-splits.ts';
import type { Dataset, ScenarioSummary } from '../dataset/types.ts';
import type { Log } from '../log.ts';
import type { RecordingPolicy } from '../store/types.ts';
import type { JudgeSettings, Verify } from '../verify/index.ts';
import type { EpisodeDeps } from './episode.ts';

/** What every session of an engine shares. */
export interface SessionDeps extends EpisodeDeps {
  readonly dataset: Dataset;
  readonly verify: Verify;
  readonly log: Log;
  readonly judge: JudgeSettings;
  /** Clients may name judges of the public internet only: others would let them reach into the server's network. */
  readonly publicJudgesOnly?: boolean;
  readonly readyTimeoutMs: number;
  readonly verifierTimeoutMs: number;
  readonly recordingPolicy: RecordingPolicy;
  /** Why a scenario may not run on this server, if it may not. */
  readonly refuse?: (scenario: ScenarioSummary) => string | undefined;
  /** People have set the task aside; absent: nobody has. */
  readonly isQuarantined?: IsQuarantined;
}
