import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import type { ToolEffect } from './tool-facts.ts';

const LOOKS: Readonly<Record<ToolEffect, string>> = {
  read: 'border-read',
  write: 'border-write bg-write',
  unknown: 'border-dotted border-text-3',
};

/** ○ reads, ● writes, dotted: not known yet. */
export function EffectMark({ effect }: { readonly effect: ToolEffect }): ReactNode {
  return (
    <span
      role="img"
      aria-label={t(`tools.effect.${effect}`)}
      title={t(`tools.effect.${effect}`)}
      className={cx('inline-block size-2 shrink-0 rounded-full border-[1.5px]', LOOKS[effect])}
    />
  );
}
