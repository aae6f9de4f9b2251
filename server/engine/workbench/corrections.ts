import { wellFormedJson } from '../../../lib/util/well-formed-json.ts';
import { DEFAULT_REWARDS, rewardOf } from '../rewards.ts';
import { endOf, isFlip, type RunEntry } from './try-rows.ts';
import type { TryParts } from './try-run.ts';

interface Correction {
  readonly episode: string;
  readonly old_verdict: string;
  readonly old_reward: number | null;
  readonly new_verdict: string;
  /** By the reference's own scale. */
  readonly new_reward: number;
  readonly old_verifier: string | null;
  readonly new_verifier: string;
}

const COLUMNS = [
  'episode',
  'old_verdict',
  'old_reward',
  'new_verdict',
  'new_reward',
  'old_verifier',
  'new_verifier',
] as const;

/** Runs whose recorded verdict the draft turns round, for whoever trains on the rewards. */
export function corrections(
  entries: readonly RunEntry[],
  { after }: TryParts,
  format: 'jsonl' | 'csv',
): string {
  const found = entries.flatMap((entry): Correction[] => {
    const { run } = entry;
    const now = endOf(entry)?.after?.verdict ?? null;
    if (now === null || run.verdict === null || !isFlip({ before: run.verdict, after: now })) return [];
    return [
      {
        episode: run.id,
        old_verdict: run.verdict,
        old_reward: run.reward,
        new_verdict: now,
        new_reward: rewardOf(DEFAULT_REWARDS, now).value,
        old_verifier: run.verifierHash,
        new_verifier: after.verifier.hash,
      },
    ];
  });
  if (format === 'jsonl') return found.map((correction) => `${wellFormedJson(correction)}\n`).join('');
  const lines = found.map((correction) => COLUMNS.map((name) => String(correction[name] ?? '')).join(','));
  return [COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
