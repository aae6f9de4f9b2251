import { AppError } from '../../../lib/contracts/errors.ts';
import type { ReverifyResult } from '../../../lib/contracts/workbench.ts';
import type { AnsweredStates } from '../evidence/answered-states.ts';
import type { VerdictRuns } from '../evidence/verdict-runs.ts';
import { subjectOf } from '../evidence/verdict-subject.ts';
import type { JobProgress } from '../jobs/types.ts';
import { isFlip } from './try-rows.ts';
import type { WorkbenchDeps } from './types.ts';

/** Written at once: a run's row is read by whoever looks at the table. */
const BATCH = 100;
const AT_ONCE = 2;

interface Parts {
  readonly deps: WorkbenchDeps;
  readonly runs: VerdictRuns;
  readonly answers: AnsweredStates;
}

const WHY = {
  no_task: 'It was played without a task.',
  no_code_verifier: 'Its task has no code verifier.',
  scenario_gone: 'The pack with its scenario is not here any more.',
  baseline: 'It is a baseline play that still goes on.',
  too_weak_sandbox: 'Verifiers do not run here: the sandbox is too weak for this bind.',
} as const;

/** Today's code verifiers over the ends of runs. */
export async function reverify(
  { deps, runs, answers }: Parts,
  ids: readonly string[],
  progress: JobProgress,
): Promise<ReverifyResult> {
  const { store } = deps;
  progress.total(ids.length);
  const result = { runs: 0, same: 0, flips: 0, toComplete: 0, fromComplete: 0, firsts: 0, left: 0 };
  const made = new Map<string, { readonly verdict: string; readonly verifierHash: string }>();
  /** Where another version was taken into use since, its own job has the last word. */
  const isToday = async (id: string, verifierHash: string): Promise<boolean> => {
    const subject = store.episode(id) === undefined ? undefined : await subjectOf(deps, id);
    return typeof subject === 'object' && subject.verifier.hash === verifierHash;
  };
  const flush = async () => {
    const some = [...made];
    made.clear();
    const words = new Map<string, string>();
    for (const [id, { verdict, verifierHash }] of some)
      if (await isToday(id, verifierHash)) words.set(id, verdict);
    store.verifiers.setRegraded(words);
    for (const id of words.keys()) deps.runs.touch(id);
  };

  const leave = (id: string, message: string) => {
    result.left += 1;
    progress.line({ subject: id, run: id, outcome: 'skipped', message });
  };

  /** Says why it is left, where it is. */
  const one = async (id: string): Promise<string | undefined> => {
    const record = store.episode(id);
    if (record === undefined) return 'It is not here any more.';
    if (record.endedAtMs === null) return 'It still goes on.';
    const subject = await subjectOf(deps, id);
    if (typeof subject === 'string') return WHY[subject];
    const end = answers.of(id).at(-1);
    if (end === undefined || end.unavailable !== null)
      return end?.unavailable?.message ?? 'Its end is not kept.';
    const options = { observe: false, background: true };
    const said = runs.known(subject, end) ?? (await runs.run(subject, end, options, progress.signal));
    if (said.kind === 'failed') {
      result.left += 1;
      progress.line({ subject: id, run: id, outcome: 'failed', message: said.message });
      return undefined;
    }
    const now = said.verdict.verdict;
    made.set(id, { verdict: now, verifierHash: subject.verifier.hash });
    if (made.size >= BATCH) await flush();
    result.runs += 1;
    if (record.verdict === null) result.firsts += 1;
    else if (isFlip({ before: record.verdict, after: now })) {
      result.flips += 1;
      if (now === 'complete') result.toComplete += 1;
      else result.fromComplete += 1;
      const message = `${record.verdict} → ${now}`;
      progress.line({ subject: id, run: id, outcome: 'warning', message });
      return undefined;
    } else result.same += 1;
    progress.line({ subject: id, run: id, outcome: 'ok', message: now });
    return undefined;
  };

  const left = ids.values();
  const work = async () => {
    for (const id of left) {
      if (progress.signal.aborted) return;
      // Known verdicts answer at once: others get their turn.
      await new Promise((resolve) => setImmediate(resolve));
      try {
        const why = await one(id);
        if (why !== undefined) leave(id, why);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'storage_full') throw error;
        leave(id, error.message);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await flush();
  }
  return result;
}
