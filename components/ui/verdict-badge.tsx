import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { verdictLook } from './verdict-look.ts';

/** What a verifier said, as the wire names it, with the glyph and tone of its kind. */
export function VerdictBadge({
  verdict,
  children = verdict,
}: {
  readonly verdict: string;
  /** In other words than the wire’s. */
  readonly children?: ReactNode;
}): ReactNode {
  const { tone, glyph } = verdictLook(verdict);
  return (
    <Badge tone={tone} glyph={glyph}>
      {children}
    </Badge>
  );
}
