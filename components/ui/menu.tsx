'use client';

import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { MenuPopup } from './menu-popup.tsx';
import type { Align, Side } from './place-floating.ts';
import { usePopup, type PopupTriggerProps } from './use-popup.ts';

export interface MenuAction {
  readonly kind?: 'action';
  readonly id: string;
  readonly label: string;
  /** Words after the label: what it means. */
  readonly detail?: string;
  readonly shortcut?: string;
  readonly icon?: IconName;
  /** One or two characters in the icon's place. */
  readonly glyph?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** One of a set of choices: this one holds, or not. */
  readonly checked?: boolean;
  /** A link instead of an action. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export type MenuEntry =
  | MenuAction
  | { readonly kind: 'separator'; readonly id: string }
  | { readonly kind: 'heading'; readonly id: string; readonly label: string };

interface MenuProps {
  /** Name of the opened list. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly side?: Side;
  readonly align?: Align;
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
}

/**
 * A list of actions behind a button. Written here: Base UI's menu is 58 KB gzipped with what it needs (measured with
 * rolldown), and its focus guards fail axe outside of dialogs.
 */
export function Menu({ label, entries, side = 'bottom', align = 'start', trigger }: MenuProps): ReactNode {
  const { open, close, anchor, trigger: props } = usePopup('menu');
  return (
    <>
      {trigger(props)}
      {open ? (
        <MenuPopup
          label={label}
          entries={entries}
          side={side}
          align={align}
          anchor={anchor}
          onClose={close}
        />
      ) : null}
    </>
  );
}
