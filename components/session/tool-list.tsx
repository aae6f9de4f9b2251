'use client';

import { type KeyboardEvent, type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { t } from './messages.ts';
import { firstLine } from '../../lib/domain/tool-text.ts';
import { searchTools } from '../../lib/client/search-tools.ts';
import { pushUrl, UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EffectMark } from './effect-mark.tsx';
import { groupTools, mayWrite, type ToolFacts, type ToolGroup } from './tool-facts.ts';

type Filter = 'all' | 'used' | 'read' | 'write';

interface ToolListProps {
  readonly facts: readonly ToolFacts[];
  /** The tool whose form stands below; null: none is chosen yet. */
  readonly chosen: string | null;
  /** A tool was chosen, or the choice stays. */
  readonly onDone: () => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Somebody is about to choose. */
  readonly onLook: () => void;
}

/** The tools by resource, to search and to walk through; choosing one is following its link. */
export function ToolList({ facts, chosen, onDone, searchRef, onLook }: ToolListProps): ReactNode {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupTools(matching(facts, query, filter)), [facts, query, filter]);
  const count = groups.reduce((sum, { tools }) => sum + tools.length, 0);

  function links(): readonly HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>('a[data-tool]') ?? [])];
  }

  function choose(name: string): void {
    pushUrl({ tool: name });
    onDone();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key } = event;
    const target = event.target as HTMLElement;
    const typing = target instanceof HTMLInputElement && target.type === 'search';
    if (key === 'Escape' && chosen !== null) {
      event.preventDefault();
      event.stopPropagation();
      onDone();
      return;
    }
    const rows = links();
    const at = rows.findIndex((row) => row === target);
    const first = groups[0]?.tools[0];
    if (key === 'Enter' && typing && !event.nativeEvent.isComposing && first !== undefined) {
      event.preventDefault();
      choose(first.tool.name);
      return;
    }
    if (!typing && at < 0) return;
    const next =
      key === 'ArrowDown'
        ? at + 1
        : key === 'ArrowUp'
          ? at - 1
          : key === 'Home' && !typing
            ? 0
            : key === 'End' && !typing
              ? rows.length - 1
              : null;
    if (next === null || (typing && key === 'ArrowUp')) return;
    event.preventDefault();
    if (next < 0) event.currentTarget.querySelector<HTMLElement>('input[type=search]')?.focus();
    else rows[Math.min(next, rows.length - 1)]?.focus();
  }

  return (
    <div
      onKeyDown={onKeyDown}
      onFocus={onLook}
      onPointerEnter={onLook}
      className={cx(
        '@container/tools flex min-h-0 flex-col',
        chosen === null ? 'flex-1' : 'max-h-[55%] border-line-strong border-b shadow-1',
      )}
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-3 py-2">
        <SearchBox
          ref={searchRef}
          label={t('tools.search')}
          placeholder={t(chosen === null ? 'tools.chooseOne' : 'tools.placeholder', { count: facts.length })}
          value={query}
          onChange={setQuery}
          className="min-w-32 flex-1"
        />
        <Segmented
          size="sm"
          label={t('tools.filter.label')}
          value={filter}
          onChange={setFilter}
          segments={(['all', 'used', 'read', 'write'] as const).map((one) => ({
            value: one,
            label:
              one === 'all'
                ? t('tools.filter.all')
                : t(`tools.filter.${one}`, { count: matching(facts, '', one).length }),
          }))}
        />
      </div>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto">
        {count === 0 ? (
          <p className="p-3 text-sm text-text-2">
            {query === '' ? t('tools.noneOfFilter') : t('tools.none', { query })}
          </p>
        ) : null}
        <ul aria-label={t('tools.list')}>
          {groups.map((group) => (
            <Group
              key={group.name}
              group={group}
              chosen={chosen}
              open={query !== '' || !folded.has(group.name)}
              onToggle={() =>
                setFolded((was) =>
                  was.has(group.name) ? without(was, group.name) : new Set(was).add(group.name),
                )
              }
              onChoose={onDone}
            />
          ))}
        </ul>
      </div>
      <p className="pointer-coarse:hidden flex shrink-0 flex-wrap items-center gap-x-3 border-line border-t px-3 py-1 text-text-2 text-xs">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('tools.move')}
        </span>
        <span>
          <Kbd>↵</Kbd> {t('tools.chooseAndFold')}
        </span>
        {chosen === null ? null : (
          <span className="min-w-0 truncate">
            <Kbd>Esc</Kbd> {t('tools.keep', { name: chosen })}
          </span>
        )}
        <span role="status" className="ml-auto">
          {t('tools.counts', { tools: count, groups: groups.length })}
        </span>
      </p>
    </div>
  );
}

function matching(facts: readonly ToolFacts[], query: string, filter: Filter): readonly ToolFacts[] {
  const ofFilter = facts.filter(
    (one) =>
      filter === 'all' ||
      (filter === 'used' ? one.used > 0 : filter === 'write' ? mayWrite(one) : !mayWrite(one)),
  );
  if (query.trim() === '') return ofFilter;
  const byName = new Map(ofFilter.map((one) => [one.tool.name, one]));
  const found = searchTools(
    ofFilter.map(({ tool }) => tool),
    query,
  );
  return found.flatMap(({ name }) => byName.get(name) ?? []);
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...names].filter((one) => one !== name));
}

interface GroupProps {
  readonly group: ToolGroup;
  readonly chosen: string | null;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
}

function Group({ group, chosen, open, onToggle, onChoose }: GroupProps): ReactNode {
  const used = group.tools.reduce((sum, one) => sum + one.used, 0);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-dense w-full items-center gap-1.5 px-3 text-left text-sm hover:bg-surface-2 focus-visible:-outline-offset-2"
        onClick={onToggle}
      >
        <Icon name={open ? 'down' : 'right'} className="size-2.5 text-text-2" />
        <span className="font-medium">{group.name}</span>
        <span className="text-text-2 text-xs">{group.tools.length}</span>
        {!open && used > 0 ? (
          <span className="ml-auto text-text-2 text-xs">{t('tools.times', { count: used })}</span>
        ) : null}
      </button>
      {open ? (
        <ul>
          {group.tools.map((one) => (
            <Row key={one.tool.name} facts={one} chosen={one.tool.name === chosen} onChoose={onChoose} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Rows out of sight are not laid out, so that a thousand tools scroll as thirty do. */
function Row(props: {
  readonly facts: ToolFacts;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { facts, chosen, onChoose } = props;
  const { tool, effect, used } = facts;
  const description = firstLine(tool.description);
  return (
    <li className="[contain-intrinsic-size:auto_24px] [content-visibility:auto]">
      <UrlLink
        set={{ tool: tool.name }}
        data-tool={tool.name}
        aria-current={chosen || undefined}
        onClick={(event) => {
          if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) onChoose();
        }}
        className={cx(
          'grid min-h-dense grid-cols-[8px_auto_minmax(0,1fr)_auto] items-center gap-x-2 py-0.5 pr-3 pl-7 hover:bg-surface-2 focus-visible:-outline-offset-2 focus-visible:bg-accent-soft focus-visible:on-tint @max-[440px]/tools:grid-cols-[8px_minmax(0,1fr)_auto]',
          chosen && 'on-tint bg-accent-soft font-medium shadow-[inset_2px_0_var(--accent)]',
        )}
      >
        <EffectMark effect={effect} />
        <span className="min-w-0 font-mono text-sm wrap-anywhere">{tool.name}</span>
        <span className="min-w-0 truncate text-sm text-text-3 @max-[440px]/tools:hidden" title={description}>
          {description}
        </span>
        <span className="text-right text-text-2 text-xs">
          {used === 0 ? '' : t('tools.times', { count: used })}
        </span>
      </UrlLink>
    </li>
  );
}
