import type { ReactNode } from 'react';
import type { Effect } from '../../../../lib/domain/step-effect.ts';

const GLYPHS: Readonly<Record<Effect, readonly [string, string]>> = {
  read: ['○', 'text-read'],
  wrote: ['●', 'text-write'],
  error: ['✕', 'text-err'],
  verify: ['◆', 'text-text-2'],
  end: ['■', 'text-text-2'],
};

/** What a step did. Nothing of who took it: that is hidden. */
export function EffectGlyph({ effect }: { readonly effect: Effect }): ReactNode {
  const [glyph, colour] = GLYPHS[effect];
  return (
    <span aria-hidden="true" className={`w-3.5 shrink-0 text-center leading-[18px] ${colour}`}>
      {glyph}
    </span>
  );
}
