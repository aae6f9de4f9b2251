import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { verdictLook, type VerdictTone } from '../ui/verdict-look.ts';

interface Look {
  readonly glyph: string;
  /** Classes of a tinted cell. */
  readonly tint: string;
  /** Class of the bare word or glyph. */
  readonly ink: string;
}

const QUIET = { tint: 'bg-surface-2 text-text-2', ink: 'text-text-2' };
const COLOURS: Readonly<Record<VerdictTone, Omit<Look, 'glyph'>>> = {
  ok: { tint: 'bg-ok-soft text-ok', ink: 'text-ok' },
  warn: { tint: 'bg-warn-soft text-warn', ink: 'text-warn' },
  err: { tint: 'bg-err-soft text-err', ink: 'text-err' },
};

export function lookOf(cell: LaneCell | undefined): Look {
  switch (cell?.kind) {
    case 'pending':
      return { glyph: '◌', ...QUIET };
    case 'verdict': {
      const { tone, glyph } = verdictLook(cell.verdict.verdict);
      return { glyph, ...COLOURS[tone] };
    }
    case 'impossible':
    case undefined:
      return { glyph: '–', ...QUIET };
  }
}
