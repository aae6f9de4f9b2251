import type { ReactNode } from 'react';
import { Badge, type Tone } from './badge.tsx';

/** What a verifier said, as the wire names it, with the glyph and tone of its kind. */
export function VerdictBadge({ verdict }: { readonly verdict: string }): ReactNode {
  const { tone, glyph } = lookOf(verdict);
  return (
    <Badge tone={tone} glyph={glyph}>
      {verdict}
    </Badge>
  );
}

function lookOf(verdict: string): { readonly tone: Tone; readonly glyph: string } {
  if (verdict === 'complete') return { tone: 'ok', glyph: '✓' };
  if (verdict === 'incomplete' || verdict === 'agent_error') return { tone: 'warn', glyph: '!' };
  return { tone: 'err', glyph: '✕' };
}
