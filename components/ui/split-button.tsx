'use client';

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

interface SplitButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  /** What the right half shows: the choice in force. */
  readonly choice?: ReactNode;
  /** Names the right half and its menu. */
  readonly menuLabel: string;
  readonly entries: readonly MenuEntry[];
  readonly size?: 'md' | 'sm';
  readonly disabled?: boolean;
  /** Both halves keep the focus while disabled. */
  readonly focusableWhenDisabled?: boolean;
}

/** An action, and beside it the menu of its variants. */
export function SplitButton(props: SplitButtonProps): ReactNode {
  const { size = 'md', disabled = false, focusableWhenDisabled = false } = props;
  const state = { size, disabled, focusableWhenDisabled };
  return (
    <span className="inline-flex shrink-0">
      <Button {...state} onClick={props.onClick} className="rounded-r-none focus-visible:z-10">
        {props.children}
      </Button>
      <Menu
        label={props.menuLabel}
        entries={props.entries}
        align="end"
        trigger={(trigger) => (
          <Button
            {...trigger}
            {...state}
            aria-label={props.menuLabel}
            className="-ml-px rounded-l-none px-1.5 font-normal text-text-2"
          >
            {props.choice}
            <Icon name="down" className="size-3" />
          </Button>
        )}
      />
    </span>
  );
}
