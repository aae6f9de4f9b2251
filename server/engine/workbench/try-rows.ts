import type { Comparison, TryRow } from '../../../lib/contracts/workbench.ts';
import { confusionOf, type Judged } from '../../../lib/domain/agreement/index.ts';
import type { TaskRun } from '../../store/types.ts';
import type { CellResult, Place } from './cell-runs.ts';

/** A state that verifiers are run on once, whichever runs come to it. */
export interface Cell {
  readonly place: Place;
  before: CellResult | undefined;
  after: CellResult | undefined;
}

export interface RunEntry {
  readonly run: TaskRun;
  readonly half: 'tuning' | 'held_out' | null;
  /** By step from 0 on; null: the state is not kept. */
  readonly cells: readonly (Cell | null)[];
  /** Why its end cannot be judged. */
  readonly problem: string | null;
  revision: number;
}

export function endOf({ cells }: RunEntry): Cell | null {
  return cells.at(-1) ?? null;
}

/** `isSql`: there are no strips. `uncovered`: held-out labels are shown. */
export function toRow(
  entry: RunEntry,
  at: number,
  { isSql, uncovered }: { readonly isSql: boolean; readonly uncovered: boolean },
): TryRow {
  const { run, half, cells } = entry;
  const end = endOf(entry);
  const verdicts = verdictsOf(entry, isSql);
  const { before, after } = verdicts;
  const shown = half !== 'held_out' || uncovered;
  const label = shown && run.label !== 'mixed' ? run.label : null;
  const flips = isFlip(verdicts);
  const agrees = label === null || after === null ? null : isComplete(after) === (label === 'complete');
  const strip = (which: 'before' | 'after') =>
    isSql ? '' : cells.map((cell) => (cell === null ? '?' : mark(cell[which]))).join('');
  return {
    at,
    run: run.id,
    actor: run.actor,
    name: run.policy ?? run.experiment,
    trainStep: run.trainStep,
    before,
    after,
    evidence: isSql ? evidenceOf(end) : null,
    flips,
    half,
    label,
    agrees,
    moved: !flips || agrees === null ? null : agrees ? 'fixed' : 'broken',
    stripBefore: strip('before'),
    stripAfter: strip('after'),
    lastSeq: Math.max(0, cells.length - 1),
    problem: entry.problem ?? end?.after?.problem ?? null,
    answer: run.answer,
  };
}

/** Both verdicts beside the label, over the runs of one half that have all three. */
export function compare(
  entries: readonly RunEntry[],
  half: 'tuning' | 'held_out',
  isSql: boolean,
): Comparison {
  const before: Judged[] = [];
  const after: Judged[] = [];
  let [fixed, broken] = [0, 0];
  for (const entry of entries) {
    const { run } = entry;
    if (entry.half !== half || run.label === null || run.label === 'mixed') continue;
    const label = run.label === 'complete';
    const verdicts = verdictsOf(entry, isSql);
    const { before: was, after: now } = verdicts;
    if (was !== null) before.push({ verdict: isComplete(was), label });
    if (now !== null) after.push({ verdict: isComplete(now), label });
    if (!isFlip(verdicts)) continue;
    if (isComplete(now ?? '') === label) fixed += 1;
    else broken += 1;
  }
  return { before: { ...confusionOf(before) }, after: { ...confusionOf(after) }, fixed, broken };
}

export function isComplete(verdict: string): boolean {
  return verdict === 'complete';
}

interface Verdicts {
  readonly before: string | null;
  readonly after: string | null;
}

/** Of its end. sql mode: the judge is asked again for a draft only, so that its recorded word stands for "before". */
export function verdictsOf(entry: RunEntry, isSql: boolean): Verdicts {
  const end = endOf(entry);
  return {
    before: end?.before?.verdict ?? (isSql ? entry.run.verdict : null),
    after: end?.after?.verdict ?? null,
  };
}

export function isFlip({ before, after }: Verdicts): boolean {
  return before !== null && after !== null && isComplete(before) !== isComplete(after);
}

function mark(result: CellResult | undefined): string {
  if (result === undefined) return '.';
  if (result.verdict === null || result.verdict === 'judge_error') return 'e';
  return isComplete(result.verdict) ? 't' : 'f';
}

function evidenceOf(end: Cell | null): TryRow['evidence'] {
  if (end?.after === undefined) return null;
  if (end.after.evidence === null) return 'failed';
  if (end.before === undefined) return null;
  return end.before.evidence === end.after.evidence ? 'same' : 'differs';
}
