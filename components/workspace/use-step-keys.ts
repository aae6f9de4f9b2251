'use client';

import { useStore } from 'zustand';
import { useKey } from '../../lib/client/keys/index.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { layoutStore } from './layout-store.ts';
import type { Travel } from './use-travel.ts';

export type Pane = 'act' | 'observe';

interface StepKeys {
  /** Null before there is an episode. */
  readonly viewed: Viewed | null;
  readonly travel: Travel;
  readonly onPane: (pane: Pane) => void;
}

/** The keys of a page with an episode's states: along its steps, from pane to pane. */
export function useStepKeys({ viewed, travel, onPane }: StepKeys): void {
  const toggleFocus = useStore(layoutStore, (state) => state.toggleAct);
  const seq = viewed?.seq ?? 0;
  const newest = viewed?.newest ?? 0;
  const enabled = viewed !== null;

  function go(pane: Pane): void {
    onPane(pane);
    focusPane(pane);
  }

  useKey('step.next', () => travel.by(1), { enabled });
  useKey('step.previous', () => travel.by(-1), { enabled });
  useKey('step.first', () => travel.to(0), { enabled });
  useKey('step.last', () => travel.to(newest), { enabled });
  useKey('step.peek', () => focusOn(`[data-step="${seq}"]`), { enabled });
  useKey('back', () => pushUrl({ step: null, diff: null }), { enabled: enabled && seq !== newest });
  useKey('tab.verify', () => pushUrl({ tab: 'verify' }), { enabled: viewed?.hidden === false });
  useKey('focus', toggleFocus);
  useKey('pane.next', () => go('observe'));
  useKey('pane.previous', () => go('act'));
}

/** A hidden pane is there after the next paint. */
function focusPane(pane: Pane): void {
  requestAnimationFrame(() => focusOn(`[data-pane="${pane}"]`));
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
