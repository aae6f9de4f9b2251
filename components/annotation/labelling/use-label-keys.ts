'use client';

import { useStore } from 'zustand';
import { type KeyAction, useKey } from '../../../lib/client/keys/index.ts';
import { replaceUrl } from '../../layout/url-link.tsx';
import type { ItemSession } from './item-session.ts';
import type { LabelActs } from './label-acts.ts';
import { t } from './messages.ts';
import { commentOnStep, sendStepToFix } from './step-dialogs.ts';
import { useLabelPalette } from './use-label-palette.ts';
import type { Submitting } from './use-submit.ts';
import { viewStore } from './view-store.ts';

export const OUTCOME_KEYS = [
  'label.outcome1',
  'label.outcome2',
  'label.outcome3',
  'label.outcome4',
  'label.outcome5',
  'label.outcome6',
  'label.outcome7',
  'label.outcome8',
  'label.outcome9',
] as const satisfies readonly KeyAction[];

interface LabelKeys {
  readonly item: ItemSession;
  readonly acts: LabelActs;
  readonly submitting: Submitting;
}

/** The keys of the labelling screen. Each does what a button or an entry of the palette does too. */
export function useLabelKeys({ item, acts, submitting }: LabelKeys): void {
  const { assignment, view, label } = item;
  const toggleRequest = useStore(viewStore, (state) => state.toggleRequest);
  const pair = assignment.otherRun !== null;
  const outcomes = pair ? 0 : assignment.schema.doc.outcomes.length;
  const open = submitting.feedback === null;
  const undo = (): void => {
    if (!acts.undo() && !submitting.undoLast()) label.say(t('labelling.said.nothingToUndo'));
  };
  useLabelPalette({ item, acts, undo });

  useKey('label.next', () => acts.move(1));
  useKey('label.previous', () => acts.move(-1));
  useKey('label.first', () => acts.toEnd('first'));
  useKey('label.last', () => acts.toEnd('last'));
  useKey('label.minus', () => acts.markHere(-1), { enabled: !pair });
  useKey('label.zero', () => acts.markHere(0), { enabled: !pair });
  useKey('label.plus', () => acts.markHere(1), { enabled: !pair });
  useKey('label.restMinus', () => acts.markRest(-1), { enabled: !pair });
  useKey('label.restZero', () => acts.markRest(0), { enabled: !pair });
  useKey('label.restPlus', () => acts.markRest(1), { enabled: !pair });
  useKey('label.unmark', () => acts.unmarkHere(), { enabled: !pair });
  const choose = (index: number): void => {
    if (!pair) acts.outcome(index);
    else acts.preference(index === 0 ? 'a' : index === 1 ? 'b' : 'tie');
  };
  const choices = pair ? (assignment.schema.doc.preference?.allowTie === true ? 3 : 2) : outcomes;
  useKey('label.outcome1', () => choose(0), { enabled: choices > 0 });
  useKey('label.outcome2', () => choose(1), { enabled: choices > 1 });
  useKey('label.outcome3', () => choose(2), { enabled: choices > 2 });
  useKey('label.outcome4', () => choose(3), { enabled: choices > 3 });
  useKey('label.outcome5', () => choose(4), { enabled: choices > 4 });
  useKey('label.outcome6', () => choose(5), { enabled: choices > 5 });
  useKey('label.outcome7', () => choose(6), { enabled: choices > 6 });
  useKey('label.outcome8', () => choose(7), { enabled: choices > 7 });
  useKey('label.outcome9', () => choose(8), { enabled: choices > 8 });
  useKey('label.firstError', () => acts.firstErrorHere(), { enabled: !pair });
  useKey('label.noError', () => acts.noError(), { enabled: !pair });
  useKey('label.tag', () => focusIn('[data-tags]'));
  useKey('label.confidence', () => {
    if (assignment.schema.doc.confidence.length === 0) return;
    acts.confidence();
    focusIn('[data-confidence]');
  });
  useKey('label.rationale', () => focusIn('[data-rationale]'));
  useKey('label.flag', () => acts.flag());
  useKey('label.skip', () => view.setState({ dialog: { kind: 'skip' } }), {
    enabled: assignment.state === 'reserved',
  });
  useKey('label.inherit', () => acts.inherit(), { enabled: assignment.shared !== null });
  useKey('label.comment', () => commentOnStep(item));
  useKey('label.fix', () => sendStepToFix(item));
  useKey('label.request', () => {
    toggleRequest();
    label.say(t(viewStore.getState().request ? 'labelling.said.request' : 'labelling.said.requestHidden'));
  });
  useKey('label.drawer', toggleDrawer);
  useKey('label.guide', () => replaceUrl({ guide: param('guide') === null ? 'all' : null }));
  useKey('label.otherRun', () => item.goOver(), { enabled: pair });
  useKey('label.leave', leave);
  useKey('label.paneNext', () => focusPane(1));
  useKey('label.panePrevious', () => focusPane(-1));
  useKey('label.submit', submitting.submit, { enabled: open });
  useKey('label.undo', undo);
  useKey('label.redo', () => acts.redo());
}

function param(name: string): string | null {
  return new URLSearchParams(window.location.search).get(name);
}

/** What is not in sight comes into sight first: on narrow screens in its pane, elsewhere in place of the guide. */
function focusIn(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector);
  if (target !== null) {
    target.focus();
    return;
  }
  replaceUrl({ pane: 'label', guide: null });
  focusWhenThere(selector, FRAMES_TO_COME);
}

/** A part of the page that was asked for is there some frames later, or never: where the schema does not ask it. */
const FRAMES_TO_COME = 60;

function focusWhenThere(selector: string, frames: number): void {
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>(selector);
    if (target !== null) target.focus();
    else if (frames > 0) focusWhenThere(selector, frames - 1);
  });
}

export function toggleDrawer(): void {
  replaceUrl(param('tab') === null ? { tab: 'tables' } : { tab: null, at: null });
}

/** Out of a text; else what stands open is closed. */
function leave(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea, .monaco-editor *')) {
    document.getElementById('content')?.focus();
  } else if (param('guide') !== null) replaceUrl({ guide: null });
  else if (param('tab') !== null) replaceUrl({ tab: null, at: null });
}

function focusPane(by: number): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + by + panes.length) % panes.length]?.focus();
}
