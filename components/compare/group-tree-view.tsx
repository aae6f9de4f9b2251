'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useUrlDraft } from '../../lib/client/use-url-draft.ts';
import { t } from './messages.ts';
import { TreeRow } from '../ui/tree-row.tsx';
import { type GroupIndex, type GroupLine, groupLines } from './group-lines.ts';
import { GroupNodeLine } from './group-node-line.tsx';

const ROW = 28;
const PAGE = 10;

interface GroupTreeViewProps {
  readonly index: GroupIndex;
  /** The node that is looked at. */
  readonly viewed: number;
}

/** The tree as lines; arrows walk it, and what is walked to is looked at. */
export function GroupTreeView({ index, viewed }: GroupTreeViewProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [folder, setFolder] = useState<string | null>(null);
  const lines = useMemo(() => groupLines(index, turned, unfolded), [index, turned, unfolded]);
  // A key acts on the line that the last one led to, also before the page has followed its address.
  const [node, setNode, writeNode] = useUrlDraft('node');
  const named = lines.findIndex(({ id }) => id === (folder ?? (node === '' ? String(viewed) : node)));
  const at = named < 0 ? 0 : named;
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler leaves this component alone, which is right
  const virtual = useVirtualizer({
    count: lines.length,
    estimateSize: () => ROW,
    getScrollElement: () => scroller.current,
    overscan: 12,
  });
  useEffect(() => {
    virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at]);

  function look(line: GroupLine | undefined): void {
    if (line === undefined) return;
    setFolder(line.kind === 'more' ? line.id : null);
    if (line.kind === 'node') {
      setNode(String(line.node.id));
      writeNode();
    }
    // At once where it is drawn: the next key may fold away the line that has the focus now.
    if (!focusLine(line.id)) requestAnimationFrame(() => requestAnimationFrame(() => focusLine(line.id)));
  }

  function focusLine(id: string): boolean {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-line="${id}"]`) ?? null;
    row?.focus();
    return row !== null;
  }

  function turn(line: GroupLine): void {
    if (line.kind === 'more') {
      setUnfolded((set) => new Set([...set, line.parent]));
      setFolder(null);
    } else if (line.open !== null) {
      const { id } = line.node;
      setTurned((set) => (set.has(id) ? set.difference(new Set([id])) : set.union(new Set([id]))));
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const line = lines[at];
    if (line === undefined) return;
    if (!act(event.key, line)) return;
    event.preventDefault();
  }

  function act(key: string, line: GroupLine): boolean {
    switch (key) {
      case 'ArrowDown':
        look(lines[Math.min(lines.length - 1, at + 1)]);
        return true;
      case 'ArrowUp':
        look(lines[Math.max(0, at - 1)]);
        return true;
      case 'PageDown':
        look(lines[Math.min(lines.length - 1, at + PAGE)]);
        return true;
      case 'PageUp':
        look(lines[Math.max(0, at - PAGE)]);
        return true;
      case 'Home':
        look(lines[0]);
        return true;
      case 'End':
        look(lines.at(-1));
        return true;
      case 'ArrowRight':
        if (line.kind === 'more' || line.open === false) turn(line);
        else if (line.open === true) look(lines[at + 1]);
        return true;
      case 'ArrowLeft':
        if (line.kind === 'node' && line.open === true) turn(line);
        else look(lines.find(({ id }) => id === parentOf(line)));
        return true;
      case 'Enter':
      case ' ':
        turn(line);
        return true;
      default:
        return false;
    }
  }

  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto bg-surface max-md:max-h-[50%] md:border-line md:border-r"
    >
      <div
        role="tree"
        aria-label={t('compare.tree')}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index: position, start }) => {
          const line = lines[position];
          if (line === undefined) return null;
          return (
            <TreeRow
              key={line.id}
              data-line={line.id}
              level={line.level}
              expanded={line.kind === 'more' ? false : line.open}
              selected={position === at}
              focusStop={position === at}
              aria-posinset={position + 1}
              aria-setsize={lines.length}
              onToggle={() => turn(line)}
              onClick={() => (line.kind === 'more' ? turn(line) : look(line))}
              className="absolute top-0 left-0 h-7 w-full cursor-default"
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              <GroupNodeLine line={line} total={index.tree.runs.length} />
            </TreeRow>
          );
        })}
      </div>
    </div>
  );
}

function parentOf(line: GroupLine): string {
  return String(line.kind === 'more' ? line.parent : line.node.parent);
}
