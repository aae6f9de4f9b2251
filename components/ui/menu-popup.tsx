'use client';

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Floating } from './floating.tsx';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import type { MenuAction, MenuEntry } from './menu.tsx';
import type { Align, Side } from './place-floating.ts';
import { findTyped, isTypeahead, NOTHING_TYPED, typeLetter } from './typeahead.ts';

interface MenuPopupProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly side: Side;
  readonly align: Align;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * The opened list. The focus walks over its entries (arrows, Home, End, first letters); Escape, Tab, a choice or a press
 * elsewhere close it.
 */
export function MenuPopup({ label, entries, side, align, anchor, onClose }: MenuPopupProps): ReactNode {
  const list = useRef<HTMLSpanElement>(null);
  const typed = useRef(NOTHING_TYPED);

  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-checked=true]');
    (chosen ?? stopsOf(list.current)[0])?.focus();
  }, []);

  useEffect(() => {
    const onPress = (event: PointerEvent): void => {
      const { target } = event;
      if (!(target instanceof Node)) return;
      // A press on the menu's own button closes it by that button.
      if (list.current?.contains(target) === true || anchor.current?.contains(target) === true) return;
      onClose();
    };
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, [anchor, onClose]);

  function close(): void {
    anchor.current?.focus();
    onClose();
  }

  /** Whether the key was taken for a letter of a search. */
  function search(event: KeyboardEvent, stops: readonly HTMLElement[], at: number): boolean {
    const nowMs = performance.now();
    if (!isTypeahead(event, typed.current, nowMs)) return false;
    typed.current = typeLetter(typed.current, event.key, nowMs);
    const labels = stops.map((stop) => stop.textContent);
    stops[findTyped(labels, at, typed.current.text) ?? at]?.focus();
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const stops = stopsOf(list.current);
    const at = stops.findIndex((stop) => stop === document.activeElement);
    // Keys of an open menu are its own.
    event.stopPropagation();
    switch (event.key) {
      case 'ArrowDown':
        stops[(at + 1) % stops.length]?.focus();
        break;
      case 'ArrowUp':
        stops[(at - 1 + stops.length) % stops.length]?.focus();
        break;
      case 'Home':
        stops[0]?.focus();
        break;
      case 'End':
        stops.at(-1)?.focus();
        break;
      case 'Escape':
        close();
        break;
      case 'Tab':
        // From the button the browser goes on by itself.
        close();
        return;
      default:
        if (!search(event, stops, at)) return;
    }
    event.preventDefault();
  }

  return (
    <Floating
      ref={list}
      anchor={anchor}
      side={side}
      align={align}
      gap={4}
      role="menu"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="max-h-[60dvh] min-w-40 max-w-[calc(100vw-16px)] flex-col overflow-y-auto rounded-2 border border-line-strong bg-overlay p-1 font-normal font-sans text-sm text-text shadow-2"
    >
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} onDone={close} />
      ))}
    </Floating>
  );
}

function Entry({ entry, onDone }: { readonly entry: MenuEntry; readonly onDone: () => void }): ReactNode {
  if (entry.kind === 'separator') return <span role="separator" className="m-1 block h-px bg-line" />;
  if (entry.kind === 'heading') {
    return (
      <span role="presentation" className="block px-2 pt-1.5 pb-0.5 text-text-2 text-xs">
        {entry.label}
      </span>
    );
  }
  const shared = {
    role: entry.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': entry.checked,
    tabIndex: -1,
    className: cx(
      'flex min-h-dense w-full items-center gap-2 rounded-[3px] px-2 py-0.5 text-left no-underline outline-offset-[-2px] focus:on-tint focus:bg-accent-soft hover:on-tint hover:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:text-text-2',
      entry.danger === true && 'text-err',
      entry.checked === true && 'font-medium',
    ),
    children: <EntryBody entry={entry} />,
  } as const;
  const { disabled = false, href, onSelect } = entry;
  function choose(): void {
    if (disabled) return;
    onDone();
    onSelect?.();
  }
  if (href !== undefined && !disabled) return <a {...shared} href={href} onClick={choose} />;
  return <button type="button" {...shared} aria-disabled={disabled || undefined} onClick={choose} />;
}

function EntryBody({ entry }: { readonly entry: MenuAction }): ReactNode {
  return (
    <>
      {entry.icon === undefined ? null : <Icon name={entry.icon} className="size-3.5 text-text-2" />}
      {entry.glyph === undefined ? null : (
        <span aria-hidden="true" className="w-4 text-center font-mono font-semibold text-text-2">
          {entry.glyph}
        </span>
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">{entry.label}</span>
      {entry.detail === undefined ? null : (
        <span className="font-normal text-text-2 text-xs">{entry.detail}</span>
      )}
      {entry.shortcut === undefined ? null : <Kbd>{entry.shortcut}</Kbd>}
      {entry.checked === true ? <Icon name="check" className="size-3.5 text-accent" /> : null}
    </>
  );
}

function stopsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}
