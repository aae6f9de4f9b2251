import type { ReactNode } from 'react';
import type { StepChanges } from './use-step-view.ts';

/** `+2 ~1 −1`; what is none is left out. */
export function RowCounts({ changes }: { readonly changes: StepChanges }): ReactNode {
  const parts = [
    { glyph: '+', count: changes.inserted, ink: 'text-add' },
    { glyph: '~', count: changes.updated, ink: 'text-mod' },
    { glyph: '−', count: changes.deleted, ink: 'text-del' },
  ].filter(({ count }) => count > 0);
  return (
    <span className="inline-flex gap-[3px] font-mono tracking-[-.04em]">
      {parts.length === 0
        ? '±0'
        : parts.map(({ glyph, count, ink }) => (
            <span key={glyph} className={ink}>
              {glyph}
              {count}
            </span>
          ))}
    </span>
  );
}
