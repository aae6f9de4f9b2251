'use client';

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { writeAddress } from '../../lib/client/address.ts';
import { showKeys } from '../../lib/client/keys/stroke.ts';
import { t } from '../../lib/client/messages/index.ts';
import { isMac } from '../../lib/client/platform.ts';
import { scenarioListQuery } from '../../lib/client/queries/scenarios.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { globalActions, scenarioItems } from './global-items.ts';
import type { PaletteItem } from './items.ts';
import { typedAhead } from './open-palette.ts';
import { PaletteOption } from './palette-option.tsx';
import { indexItems, searchItems } from './search.ts';

interface PaletteDialogProps {
  /** By the screens. */
  readonly offered: readonly PaletteItem[];
  readonly onClose: () => void;
}

/** Everything that can be gone to or done from here, by a few letters of it. */
export function PaletteDialog({ offered, onClose }: PaletteDialogProps): ReactNode {
  const goTo = useGoTo();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(typedAhead);
  const [active, setActive] = useState(0);
  const scenarios = useQuery(scenarioListQuery());
  const items = scenarios.data?.items;
  const index = useMemo(
    () => indexItems([...offered, ...globalActions(), ...scenarioItems(items ?? [])]),
    [offered, items],
  );
  const groups = useMemo(() => searchItems(index, query), [index, query]);
  const hits = groups.flatMap((group) => group.hits);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const at = Math.min(active, hits.length - 1);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, groups]);

  function choose(item: PaletteItem): void {
    onClose();
    if ('run' in item) item.run();
    else if (item.href.startsWith('?')) writeAddress(new URLSearchParams(item.href), 'push');
    else goTo(item.href);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = Math.abs(step) === 1 ? (at + step + hits.length) % hits.length : at + step;
      setActive(Math.max(0, Math.min(hits.length - 1, next)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const item = hits[at]?.item;
      if (item === undefined) return;
      if (!(event.metaKey || event.ctrlKey)) choose(item);
      else if ('href' in item) openInNewTab(list.current?.querySelector('[aria-selected="true"]'));
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t('palette.title')}
      onClose={onClose}
      onMouseDown={(event) => {
        // The backdrop is part of the element itself.
        if (event.target === event.currentTarget) onClose();
      }}
      className="mx-auto mt-[12dvh] mb-auto w-[640px] max-w-[calc(100vw-24px)] overflow-hidden rounded-2 border border-line-strong bg-overlay p-0 text-text shadow-2 backdrop:bg-[rgb(10_12_16/.45)]"
    >
      <div className="flex max-h-[70dvh] flex-col">
        <div className="flex items-center gap-2 border-line border-b px-3 has-focus-visible:border-focus">
          <Icon name="search" className="text-text-3" />
          <input
            role="combobox"
            aria-label={t('palette.title')}
            aria-expanded={hits.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={hits.length > 0 ? `${id}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('palette.placeholder')}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            className="h-10 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-text-3"
          />
          <span role="status" className="shrink-0 text-text-3 text-xs">
            {scenarios.isPending ? t('palette.reading') : t('palette.results', { count: total })}
          </span>
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette.list')}
          className="min-h-0 flex-1 overflow-y-auto py-1"
        >
          {groups.map((group) => (
            <div key={group.group} role="group" aria-label={t(`palette.group.${group.group}`)}>
              <div aria-hidden="true" className="flex px-3 pt-1.5 pb-0.5 text-text-2 text-xs">
                <span className="flex-1">{t(`palette.group.${group.group}`)}</span>
                {group.total > group.hits.length
                  ? t('palette.of', { shown: group.hits.length, total: group.total })
                  : null}
              </div>
              {group.hits.map((hit) => {
                const place = hits.indexOf(hit);
                return (
                  <PaletteOption
                    key={hit.item.id}
                    id={`${id}-${place}`}
                    hit={hit}
                    active={place === at}
                    onPoint={() => setActive(place)}
                    onChoose={() => choose(hit.item)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {hits.length === 0 ? (
          <p className="px-3 pb-3 text-sm text-text-2">
            {t(scenarios.isPending ? 'palette.reading' : 'palette.none', { query: query.trim() })}
          </p>
        ) : null}
        {scenarios.isError ? (
          <p className="px-3 pb-2 text-err text-sm">
            {t('palette.failed', { why: scenarios.error.message })}
          </p>
        ) : null}
        <Foot onClose={onClose} />
      </div>
    </dialog>
  );
}

function Foot({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-t bg-surface-2 px-3 py-1.5 text-text-2 text-xs">
      <span className="flex items-center gap-1 max-md:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.move')}
      </span>
      <span className="flex items-center gap-1 max-md:hidden">
        <Kbd>↵</Kbd> {t('palette.open')}
      </span>
      <span className="flex items-center gap-1 max-md:hidden">
        <Kbd>{showKeys('mod+Enter', isMac())}</Kbd> {t('palette.newTab')}
      </span>
      <span>{t('palette.prefixes')}</span>
      <span className="flex-1" />
      <button
        type="button"
        onClick={onClose}
        className="flex items-center gap-1 rounded-1 px-1 hover:text-text"
      >
        <Kbd>Esc</Kbd> {t('palette.close')}
      </button>
    </div>
  );
}

function openInNewTab(link: Element | null | undefined): void {
  if (link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener');
}
