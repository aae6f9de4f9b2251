import { setImmediate } from 'node:timers/promises';
import type { PairFilters, PairLeft } from '../../../lib/contracts/annotation/pairs.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import type { BlindRuns } from '../types.ts';

/** A run that a pair may be made of. */
export interface UsableRun {
  readonly row: RunRow & { readonly taskIdx: number };
  readonly passed: boolean;
  /** What its code verifier said. */
  readonly verdict: string;
  /** Said by today's verifier, not by the one it was played with. */
  readonly regraded: boolean;
}

/** Counts by reason. */
export class LeftOut<Why extends string> {
  readonly #counts = new Map<Why, number>();

  add(why: Why, count = 1): void {
    this.#counts.set(why, (this.#counts.get(why) ?? 0) + count);
  }

  list(): { why: Why; count: number }[] {
    return [...this.#counts].map(([why, count]) => ({ why, count }));
  }
}

interface Question {
  readonly filters: PairFilters;
  readonly blind: BlindRuns;
  readonly isClean: (scenario: string, taskIdx: number) => boolean;
  readonly row: (id: string) => RunRow | undefined;
}

const TURN = 200;

/** Runs by task; what cannot be used is counted with its reason. */
export async function usableRuns(
  ids: readonly string[],
  question: Question,
  left: LeftOut<PairLeft>,
): Promise<Map<string, UsableRun[]>> {
  const tasks = new Map<string, UsableRun[]>();
  for (const [index, id] of ids.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    const used = useRun(id, question);
    if (typeof used === 'string') {
      left.add(used);
      continue;
    }
    const { scenario, taskIdx } = used.row;
    const task = JSON.stringify([scenario, taskIdx]);
    const known = tasks.get(task);
    if (known === undefined) tasks.set(task, [used]);
    else known.push(used);
  }
  return tasks;
}

function useRun(id: string, { filters, blind, isClean, row: find }: Question): UsableRun | PairLeft {
  if (blind.hides(id)) return 'hidden';
  const row = find(id);
  if (row === undefined) return 'gone';
  const { taskIdx } = row;
  if (taskIdx === null) return 'no_task';
  if (row.endedAtMs === null) return 'running';
  // Code verifiers alone: what a judge said is no proof.
  const verdict = row.regraded ?? row.code;
  if (verdict === null) return 'no_verdict';
  // The environment failed there, not who played.
  if (verdict === 'server_error') return 'server_error';
  const passed = verdict === 'complete';
  if (row.label !== null && (row.label === 'mixed' || (row.label === 'complete') !== passed))
    return 'disputed';
  if (filters.labelled && row.label === null) return 'unlabelled';
  if (filters.unsuspicious && passed && row.suspicions.length > 0) return 'suspicious';
  if (filters.cleanTasks && !isClean(row.scenario, taskIdx)) return 'unclean_task';
  return { row: { ...row, taskIdx }, passed, verdict, regraded: row.regraded !== null };
}
