/** What sets a run apart among those of its task, as bits of `outcome_runs.flags`. */
export const FLAGS = {
  /** A person passed it without having seen a verdict. */
  baselinePass: 1,
  /** Tagged `gold`, and not refused by the verifier. */
  gold: 2,
  /** Every person who labelled it says complete. */
  labelledComplete: 4,
  /** Somebody says that it is not complete. */
  labelledOtherwise: 8,
  /** Asked one verifier more than once before it ended. */
  peeked: 16,
} as const;

/** `step` of a run without train_step: SQLite's primary keys take no NULL here. */
export const NO_STEP = Number.MIN_SAFE_INTEGER;

export const PASS = 'complete';

interface FlagFacts {
  readonly actor: string;
  readonly baseline: number;
  readonly saw_verdict_at: number | null;
  readonly end_reason: string | null;
  readonly verdict: string | null;
  readonly tags: string | null;
  readonly labels: number;
  readonly complete_labels: number;
  readonly verifies: number;
}

export function flagsOf(run: FlagFacts): number {
  const { verdict } = run;
  const blind = run.actor === 'human' && run.baseline === 1 && run.saw_verdict_at === null;
  let flags = 0;
  if (blind && run.end_reason === 'done' && verdict === PASS) flags |= FLAGS.baselinePass;
  if ((verdict === null || verdict === PASS) && isGold(run.tags)) flags |= FLAGS.gold;
  if (run.labels > 0) {
    flags |= run.labels === run.complete_labels ? FLAGS.labelledComplete : FLAGS.labelledOtherwise;
  }
  if (run.verifies > 1) flags |= FLAGS.peeked;
  return flags;
}

function isGold(tags: string | null): boolean {
  if (tags === null || !tags.includes('"gold"')) return false;
  const list: unknown = JSON.parse(tags);
  return Array.isArray(list) && list.includes('gold');
}
