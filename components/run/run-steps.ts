import { toLiveStep, type LiveStep } from '../../lib/contracts/live.ts';
import type { EpisodeStep } from '../../lib/contracts/rest-schemas.ts';
import { type AgentWords, readWords } from '../agent-message/index.ts';

/** A step as the run's page holds it. */
export interface RunStep {
  readonly live: LiveStep;
  readonly words: AgentWords | null;
  /** Its state was made by replaying the calls, not recorded. */
  readonly reconstructed: boolean;
  /** Why its state may not be what the session saw; null: nothing is wrong. */
  readonly problem: string | null;
}

/** Characters of an observation that are held: for runs of up to so many steps, and for longer ones. */
const HELD = { steps: 1_000, short: 64 * 1024, long: 4 * 1024 } as const;

/** Texts are held as their beginning; the tabs read the rest where it is looked at. */
export function toRunStep(record: EpisodeStep, count: number): RunStep {
  const live = toLiveStep(record);
  const limit = count > HELD.steps ? HELD.long : HELD.short;
  return {
    live: {
      ...live,
      observation: held(live.observation, limit),
      arguments: live.arguments && held(live.arguments, limit),
    },
    words: readWords(record.clientMetadata),
    reconstructed: record.reconstructed,
    problem: record.problem?.message ?? null,
  };
}

type Text = LiveStep['observation'];

function held(text: Text, limit: number): Text {
  if (text.text.length <= limit) return text;
  return { ...text, text: text.text.slice(0, limit), complete: false };
}
