import { commentOn } from './anchors.ts';
import type { ItemSession } from './item-session.ts';
import type { StepRow } from './model/rows.ts';

/** The row that is looked at, and the run that it is of. */
function looked({ view, sides }: ItemSession) {
  const { side, rowId } = view.getState();
  const run = sides[side];
  return { run, row: run?.rows.find(({ id }) => id === rowId) };
}

/** Asks for a comment on the step that is looked at. */
export function commentOnStep(item: ItemSession): void {
  const { row } = looked(item);
  if (row !== undefined) commentOn(item, { on: 'step', seq: row.seq });
}

/** Asks where to send the step that is looked at, so that others do it right. */
export function sendStepToFix(item: ItemSession): void {
  const { run, row } = looked(item);
  if (run !== undefined && row !== undefined && canBeFixed(row))
    item.view.setState({ dialog: { kind: 'fix', run: run.alias, seq: row.seq } });
}

/** What was done can be done otherwise: a call, or the answer. */
export function canBeFixed({ kind, step }: StepRow): boolean {
  return kind === 'answer' || step?.kind === 'call_tool' || step?.kind === 'verify' || step?.kind === 'done';
}
