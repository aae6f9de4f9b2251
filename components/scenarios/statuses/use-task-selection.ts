'use client';

import { useState } from 'react';
import { useKey } from '../../../lib/client/keys/index.ts';
import type { Browser } from '../browse/use-browser.ts';
import type { TaskEntry } from '../model/entries.ts';

export interface TaskSelection {
  readonly ids: ReadonlySet<string>;
  readonly isChosen: (id: string) => boolean;
  /** `range`: with all between it and the row chosen last. */
  readonly choose: (index: number, range: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** Which tasks are selected: by click, `x`, shift, or all that match. A filter hides selected ones, it does not drop them. */
export function useTaskSelection(browser: Browser<TaskEntry>): TaskSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const { shown, selected } = browser;

  function choose(index: number, range: boolean): void {
    const task = shown[index];
    if (task === undefined) return;
    const from = range ? shown.findIndex(({ id }) => id === anchor) : -1;
    const next = new Set(ids);
    if (from >= 0) {
      for (const each of shown.slice(Math.min(from, index), Math.max(from, index) + 1)) next.add(each.id);
    } else if (!next.delete(task.id)) next.add(task.id);
    setIds(next);
    setAnchor(task.id);
  }

  function extend(by: 1 | -1): void {
    const to = Math.min(shown.length - 1, Math.max(0, selected + by));
    const next = new Set(ids);
    for (const index of [selected, to]) {
      const task = shown[index];
      if (task !== undefined) next.add(task.id);
    }
    setIds(next);
    browser.focusRow(to);
  }

  const some = { enabled: selected >= 0 };
  useKey('list.select', () => choose(selected, false), some);
  useKey('list.extendNext', () => extend(1), some);
  useKey('list.extendPrevious', () => extend(-1), some);
  useKey('list.clear', () => setIds(new Set()), { enabled: ids.size > 0 });
  return {
    ids,
    isChosen: (id) => ids.has(id),
    choose,
    chooseAll: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
