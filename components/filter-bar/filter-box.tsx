'use client';

import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { t } from './messages.ts';
import {
  type FilterList,
  type FilterSuggestion,
  type FilterToken,
  suggestFilter,
} from '../../lib/domain/filter-query/index.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { FilterHighlight } from './filter-highlight.tsx';

export interface FilterHandle {
  readonly focus: () => void;
}

interface FilterBoxProps<T> {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly tokens: readonly FilterToken[];
  readonly list: FilterList<T>;
  readonly onChange: (query: string) => void;
  /** Enter, or ↓ where nothing is offered: on to the rows. */
  readonly onLeave: () => void;
  readonly describedBy: string | undefined;
  readonly attach: Ref<FilterHandle>;
}

/** What lies over the other must have the same font, padding and width, or the caret stands beside its letter. */
const TEXT = 'h-control w-full pr-2 pl-8 font-mono text-sm leading-[26px] whitespace-pre';

/** A filter as text: coloured as it is understood, with what could come next at the caret. */
export function FilterBox<T>(props: FilterBoxProps<T>): ReactNode {
  const { query, tokens, list, onChange, onLeave } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const suggestions = caret === null ? [] : suggestFilter(query, caret, list);
  const open = suggestions.length > 0;
  const chosen = suggestions[active];
  useImperativeHandle(props.attach, () => ({ focus: () => input.current?.focus() }), []);

  function look(): void {
    const element = input.current;
    if (element === null) return;
    const at = element.selectionStart === element.selectionEnd ? element.selectionStart : null;
    setCaret(document.activeElement === element ? at : null);
    if (under.current !== null) under.current.scrollLeft = element.scrollLeft;
  }

  function accept({ from, to, text, complete }: FilterSuggestion): void {
    const end = complete && to === query.length ? ' ' : '';
    onChange(`${query.slice(0, from)}${text}${end}${query.slice(to)}`);
    setActive(-1);
    const at = from + text.length + end.length;
    // The caret can be placed once the new text stands in the field.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(at, at);
      look();
    });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' && open) setActive((active + 1) % suggestions.length);
    else if (event.key === 'ArrowUp' && open) setActive(active <= 0 ? suggestions.length - 1 : active - 1);
    else if (chosen !== undefined && (event.key === 'Enter' || event.key === 'Tab')) accept(chosen);
    else if (event.key === 'Escape' && open) setCaret(null);
    else if (event.key === 'Enter' || event.key === 'ArrowDown') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Icon name="search" className="pointer-events-none absolute top-1.5 left-2 z-10 text-text-3" />
      <div
        ref={under}
        aria-hidden="true"
        className={cx(
          TEXT,
          'absolute inset-0 overflow-hidden rounded-1 border border-transparent bg-surface',
        )}
      >
        <FilterHighlight query={query} tokens={tokens} />
      </div>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
        placeholder={props.placeholder}
        value={query}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          setActive(-1);
          onChange(event.target.value);
        }}
        onSelect={look}
        onScroll={look}
        onFocus={look}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
        className={cx(
          TEXT,
          'relative rounded-1 border border-line-control bg-transparent text-transparent caret-text placeholder:font-sans placeholder:text-text-3',
        )}
      />
      {open ? (
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={t('filter.suggestions')}
          className="absolute top-full left-6 z-30 mt-1 max-h-[50dvh] min-w-40 overflow-y-auto rounded-2 border border-line-strong bg-overlay py-1 shadow-2"
        >
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                accept(suggestion);
              }}
              className={cx(
                'cursor-pointer px-3 py-1 font-mono text-sm',
                index === active ? 'on-tint bg-accent-soft' : 'hover:bg-surface-2',
              )}
            >
              {suggestion.text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
