'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from './messages.ts';
import { useRovingGrid } from '../cells/index.ts';
import { cx } from '../ui/cx.ts';
import { Button } from '../ui/button.tsx';
import { FindBar } from './find-bar.tsx';
import type { TreeLine } from './json-document.ts';
import type { JsonSource } from './json-source.ts';
import { PathBar } from './path-bar.tsx';
import { TreeLineView } from './tree-line.tsx';
import { useSourceState } from './use-json-source.ts';

const LINE_PX = 22;
const INDENT_PX = 18;

interface JsonTreeProps {
  readonly source: JsonSource;
  readonly label: string;
  /** The chosen place. */
  readonly path: string | null;
  readonly onPath: (path: string) => void;
  readonly note?: (line: TreeLine) => ReactNode;
  /** Takes a value's JSON text into a form; false where no field can take it. */
  readonly onUse?: ((json: string) => boolean) | undefined;
}

/** A JSON value as a tree: one tab stop, arrows open, fold and move; what is in sight is drawn. */
export function JsonTree({ source, label, path, onPath, note, onUse }: JsonTreeProps): ReactNode {
  const state = useSourceState(source);
  const count = state.phase === 'ready' ? state.lines : 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [finding, setFinding] = useState(false);
  const [chosen, setChosen] = useState<{ readonly index: number; readonly path: string } | null>(null);
  // No compiler memoizes here.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  const drawn = virtual.getVirtualItems();

  function choose(index: number): void {
    const line = source.line(index);
    if (line === null) return;
    setChosen({ index, path: line.path });
    onPath(line.path);
  }

  function focusLine(index: number): void {
    virtual.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
    });
  }

  /** Opens what holds a place, and shows it. */
  async function show(to: string, focus: boolean): Promise<void> {
    const index = await source.call('reveal', to);
    if (index === -1) return;
    setChosen({ index, path: to });
    // The lines are drawn with the next paint.
    requestAnimationFrame(() => {
      virtual.scrollToIndex(index, { align: 'center' });
      if (focus) focusLine(index);
    });
  }

  const showFirst = useEffectEvent(() => {
    if (path !== null && path !== '$') void show(path, false);
  });
  useEffect(() => showFirst(), [source]);

  function onKey(event: KeyboardEvent, { row }: { readonly row: number }): boolean {
    const line = source.line(row);
    if (line === null) return false;
    if (event.shiftKey) {
      if (event.key === 'ArrowRight') void source.call('expandAll');
      else if (event.key === 'ArrowLeft') void source.call('collapseAll');
      else return false;
      return true;
    }
    switch (event.key) {
      case 'ArrowRight':
        if (!line.open) void source.call('toggle', row);
        else if (line.count > 0) focusLine(row + 1);
        return true;
      case 'ArrowLeft':
        if (line.open) void source.call('toggle', row);
        else
          void source.call('parentOf', row).then((parent) => {
            if (parent !== -1) focusLine(parent);
          });
        return true;
      case 'Enter':
      case ' ':
        void source.call('toggle', row);
        return true;
      default:
        return false;
    }
  }

  const roving = useRovingGrid({
    rowCount: count,
    colCount: () => 1,
    reveal: (row) => virtual.scrollToIndex(row),
    drawn: { start: drawn[0]?.index ?? 0, end: drawn.at(-1)?.index ?? 0 },
    onKey,
  });

  return (
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'f' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
        event.preventDefault();
        setFinding(true);
      }}
    >
      {finding ? (
        <FindBar source={source} onShow={(to) => void show(to, false)} onClose={() => setFinding(false)} />
      ) : null}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto py-1">
        <div
          role="tree"
          aria-label={label}
          {...roving.gridProps}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {drawn.map(({ index, key, start }) => {
            const line = source.line(index);
            const current = chosen?.index === index;
            return (
              <div
                key={key}
                role="treeitem"
                aria-level={(line?.depth ?? 0) + 1}
                aria-expanded={line !== null && line.count > 0 ? line.open : undefined}
                aria-setsize={line?.siblings}
                aria-posinset={line?.position}
                aria-selected={current}
                {...roving.cellProps(index, 0)}
                onFocus={() => choose(index)}
                onClick={(event) => {
                  event.currentTarget.focus();
                  if (line !== null && line.count > 0) void source.call('toggle', index);
                }}
                className={cx(
                  'absolute top-0 left-0 flex w-full items-center pr-3 font-mono text-sm focus-visible:-outline-offset-2',
                  line !== null && line.count > 0 && 'cursor-pointer',
                  current
                    ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]'
                    : 'hover:bg-surface-2',
                )}
                style={{
                  height: LINE_PX,
                  paddingLeft: 8 + (line?.depth ?? 0) * INDENT_PX,
                  transform: `translateY(${start}px)`,
                }}
              >
                {line === null ? (
                  <span className="text-text-3">…</span>
                ) : (
                  <TreeLineView line={line} note={note?.(line)} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      <PathBar source={source} chosen={chosen} onUse={onUse}>
        <Button variant="ghost" size="sm" onClick={() => void source.call('expandAll')}>
          {t('observation.expandAll')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void source.call('collapseAll')}>
          {t('observation.collapseAll')}
        </Button>
        <Button variant="ghost" size="sm" aria-pressed={finding} onClick={() => setFinding(!finding)}>
          {t('observation.find')}
        </Button>
      </PathBar>
    </div>
  );
}
