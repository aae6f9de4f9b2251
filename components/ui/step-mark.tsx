import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Effect } from '../../lib/domain/step-effect.ts';

/** Shape says who: round for people, square for agents. Glyph says what. */
export function StepMark({ effect, human }: { readonly effect: Effect; readonly human: boolean }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-5 shrink-0 items-center justify-center border-[1.5px] bg-surface',
        human ? 'rounded-full border-human' : 'rounded-[3px] border-agent',
      )}
    >
      <Glyph effect={effect} />
    </span>
  );
}

function Glyph({ effect }: { readonly effect: Effect }): ReactNode {
  switch (effect) {
    case 'read':
      return <span className="size-2 rounded-full border-[1.5px] border-read" />;
    case 'wrote':
      return <span className="size-2 rounded-full bg-write" />;
    case 'error':
      return <span className="font-bold text-err text-xs leading-none">✕</span>;
    case 'verify':
      return <span className="size-2 rotate-45 scale-[.85] rounded-[1px] bg-text" />;
    case 'end':
      return <span className="size-2 bg-text" />;
  }
}
