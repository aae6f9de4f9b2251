'use client';

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { ItemSession, ItemView, RunView } from './item-session.ts';
import { missingRows } from './model/missing.ts';
import type { StepRow } from './model/rows.ts';

const ItemContext = createContext<ItemSession | null>(null);
export const ItemProvider = ItemContext.Provider;

export function useItem(): ItemSession {
  const item = useContext(ItemContext);
  if (item === null) throw new Error('An item is worked on inside ItemProvider');
  return item;
}

/** What of the label a part shows. */
export function useLabel<T>(select: (doc: LabelDoc) => T): T {
  return useStore(useItem().label.store, ({ doc }) => select(doc));
}

export function useView<T>(select: (view: ItemView) => T): T {
  return useStore(useItem().view, select);
}

/** Rows that the last try to submit named and that are still not answered. */
export function useNamed(): readonly string[] {
  const { assignment, seqs } = useItem();
  const named = useView((view) => view.named);
  const { doc: schema } = assignment.schema;
  const missing = useLabel((doc) =>
    named.length === 0 ? '' : missingRows(doc, schema, seqs, assignment.otherRun !== null).join('\n'),
  );
  const left: ReadonlySet<string> = new Set(missing.split('\n'));
  return named.filter((row) => left.has(row));
}

/** The run that is looked at: of a pair, one of two. */
export function useSide(): RunView {
  const { sides } = useItem();
  const side = sides[useView((view) => view.side)] ?? sides[0];
  if (side === undefined) throw new Error('An item has a run');
  return side;
}

/** The row that is looked at; undefined where the run has no steps. */
export function useRow(): StepRow | undefined {
  const { rows } = useSide();
  const rowId = useView((view) => view.rowId);
  return rows.find(({ id }) => id === rowId) ?? rows[0];
}
