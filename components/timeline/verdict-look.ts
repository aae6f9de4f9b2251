import type { LaneCell } from '../../lib/domain/verdict-lane.ts';

interface Look {
  readonly glyph: string;
  /** Classes of a tinted cell. */
  readonly tint: string;
  /** Class of the bare word or glyph. */
  readonly ink: string;
}

const OK: Look = { glyph: '✓', tint: 'bg-ok-soft text-ok', ink: 'text-ok' };
const WARN: Look = { glyph: '!', tint: 'bg-warn-soft text-warn', ink: 'text-warn' };
const ERR: Look = { glyph: '✕', tint: 'bg-err-soft text-err', ink: 'text-err' };
const NONE: Look = { glyph: '–', tint: 'bg-surface-2 text-text-2', ink: 'text-text-2' };
const PENDING: Look = { glyph: '◌', tint: 'bg-surface-2 text-text-2', ink: 'text-text-2' };

export function lookOf(cell: LaneCell | undefined): Look {
  if (cell === undefined) return NONE;
  switch (cell.kind) {
    case 'pending':
      return PENDING;
    case 'impossible':
      return NONE;
    case 'verdict':
      return verdictLook(cell.verdict.verdict);
  }
}

function verdictLook(verdict: string): Look {
  if (verdict === 'complete') return OK;
  return verdict === 'incomplete' || verdict === 'agent_error' ? WARN : ERR;
}
