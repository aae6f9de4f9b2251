import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { verdictLook } from './verdict-look.ts';

/** What a verifier said, as the wire names it, with the glyph and tone of its kind. */
export function VerdictBadge({ verdict }: { readonly verdict: string }): ReactNode {
  const { tone, glyph } = verdictLook(verdict);
  return (
    <Badge tone={tone} glyph={glyph}>
      {verdict}
    </Badge>
  );
}
