import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { verdictLook } from '../ui/verdict-look.ts';

const TONES = { ok: 'text-ok', warn: 'text-warn', err: 'text-err' } as const;

/** A verdict, or a person's word, with its mark. */
export function VerdictWord({
  verdict,
  children = verdict,
  strong = false,
}: {
  readonly verdict: string;
  readonly children?: ReactNode;
  readonly strong?: boolean;
}): ReactNode {
  const { tone, glyph } = verdictLook(verdict);
  return (
    <span className={cx('min-w-0 truncate', strong && 'font-medium')}>
      <span aria-hidden="true" className={cx('mr-1', TONES[tone])}>
        {glyph}
      </span>
      {children}
    </span>
  );
}
