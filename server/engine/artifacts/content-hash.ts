import { createHash } from 'node:crypto';
import type { Store } from '../../store/types.ts';
import type { EpisodeRow } from '../../store/schema.ts';
import type { RawStep } from '../../store/artifacts/types.ts';

const TURN = 100;

/**
 * Names what was recorded of a run, whatever its id and what people say of it since. A run that came from elsewhere keeps
 * the name that it came with. sha256 (hex).
 */
export async function contentHashOf(store: Store, episodeId: string): Promise<string> {
  const { episode } = store.artifacts.raw(episodeId);
  if (episode.content_hash !== null) return episode.content_hash;
  const hash = createHash('sha256').update(headText(episode));
  for (let from = 1; from <= episode.steps; from += TURN) {
    for (const step of store.artifacts.rawSteps(episodeId, { from, to: from + TURN - 1 }))
      hash.update(stepText(step));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return hash.digest('hex');
}

function headText(e: EpisodeRow): string {
  return JSON.stringify([
    'played',
    [e.scenario, e.scenario_hash, e.task_idx, e.task, e.actor, e.transport, e.started_at, e.end_reason],
    [e.seed_hash, e.base_hash, e.final_hash, e.steps],
  ]);
}

function stepText(s: RawStep): string {
  return JSON.stringify([
    [s.seq, s.kind, s.tool_name, s.arguments, s.observation, s.reward_type, s.reward, s.http_status],
    [s.started_at, s.duration, s.db_before, s.db_after],
  ]);
}
