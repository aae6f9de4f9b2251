'use client';

import type { ReactNode } from 'react';
import type { KeyAction } from '../../../../lib/client/keys/index.ts';
import { cx } from '../../../ui/cx.ts';
import { KeyCap } from './row-head.tsx';

interface ChoiceProps {
  readonly chosen: boolean;
  readonly stop: boolean;
  readonly action: KeyAction | undefined;
  readonly onChoose: () => void;
  readonly onFocus?: () => void;
  readonly children: ReactNode;
}

/** One of several answers, with its key. */
export function ChoiceButton({ chosen, stop, action, onChoose, onFocus, children }: ChoiceProps): ReactNode {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      tabIndex={stop ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
      className={cx(
        'flex h-8 min-w-0 items-center gap-[7px] rounded-1 border pr-1.5 pl-2.5 text-left text-md',
        chosen
          ? 'on-tint border-accent bg-accent-soft font-semibold shadow-[inset_0_0_0_1px_var(--accent)]'
          : 'border-line-control bg-surface hover:bg-surface-2',
      )}
    >
      {children}
      {/* A digit is the confidence's now. */}
      <span className="ml-auto group-has-[[data-confidence]:focus]/label:invisible">
        {action === undefined ? null : <KeyCap action={action} />}
      </span>
    </button>
  );
}
