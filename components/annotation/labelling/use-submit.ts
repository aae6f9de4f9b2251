'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { randomId } from '../../../lib/client/random-id.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Assignment, feedbackSchema, nextSchema } from '../../../lib/contracts/annotation/labelling.ts';
import { labellingRoutes } from '../../../lib/contracts/annotation/rest-labelling.ts';
import type { z } from 'zod/mini';
import { pushUrl } from '../../layout/url-link.tsx';
import { showToast } from '../../ui/toast.ts';
import type { ItemSession } from './item-session.ts';
import { t } from './messages.ts';
import { missingRows, openSteps } from './model/missing.ts';
import { lastSubmitted, pageOutbox, setLastSubmitted } from './outbox.ts';
import { tellTabs } from './tabs.ts';
import { assignmentQuery, forgetAssignment, nextQuery, putAssignment } from './queries.ts';

type Next = z.output<typeof nextSchema>;
export type Feedback = z.output<typeof feedbackSchema>;

/** What belongs to the item that is left. */
export const NO_PLACE = {
  step: null,
  tab: null,
  at: null,
  guide: null,
  pane: null,
  table: null,
  row: null,
  q: null,
  sort: null,
  dir: null,
  offset: null,
  col: null,
  val: null,
  sql: null,
} as const;

export interface Submitting {
  readonly busy: boolean;
  readonly feedback: { readonly feedback: Feedback; readonly next: Next } | null;
  readonly submit: () => void;
  readonly skip: (reason: string) => Promise<void>;
  /** Goes to an item, or where there is none to what is said instead. */
  readonly goOn: (next: Next) => void;
  /** Takes the label back that this page submitted last. False where there is none. */
  readonly undoLast: () => boolean;
}

/** Sends an item's label off and goes to the next one. Where that is known already, the page does not wait for the server. */
export function useSubmit(item: ItemSession, back: 'next' | 'mine'): Submitting {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [feedback, setFeedback] = useState<Submitting['feedback']>(null);
  const { assignment, label, keeper, view, seqs } = item;
  const { queue } = assignment;
  const fresh = assignment.state === 'reserved';
  const ahead = fresh && queue.kind !== 'onboarding';
  useQuery({ ...nextQuery(queue.id, assignment.id), enabled: ahead });

  function goOn({ assignment: next }: Next): void {
    if (next !== null) putAssignment(client, next);
    else client.removeQueries({ queryKey: nextQuery(queue.id, null).queryKey });
    pushUrl({ ...NO_PLACE, view: null, from: null, item: next?.id ?? null });
  }

  function leave(next: Next): void {
    if (back === 'mine') pushUrl({ ...NO_PLACE, item: null, from: null, view: 'mine' });
    else goOn(next);
  }

  function submit(): void {
    if (busy || keeper.state.getState().save.kind === 'conflict') {
      if (!busy) view.setState({ dialog: { kind: 'conflict' } });
      return;
    }
    const { doc } = label.store.getState();
    const missing = missingRows(doc, assignment.schema.doc, seqs, assignment.otherRun !== null);
    view.setState({ named: missing });
    if (missing.length > 0) {
      label.say(t('labelling.missingRow', { rows: missing.map((row) => rowName(row, item)).join(', ') }));
      showMissing(missing[0] ?? '', item);
      return;
    }
    const { baseRevision, sent } = keeper.base();
    keeper.handOver();
    const outbox = pageOutbox();
    const done = outbox.submit(
      {
        assignment: assignment.id,
        queue: queue.id,
        index: assignment.index,
        key: randomId(),
        doc,
        baseRevision,
        sent: [...sent],
        activeMs: item.active.read(),
        atMs: Date.now(),
        person: item.author(),
      },
      keeper.settle().then(() => keeper.base()),
    );
    const next = ahead ? client.getQueryData(nextQuery(queue.id, assignment.id).queryKey) : undefined;
    setLastSubmitted({ assignment: assignment.id, there: done });
    if (next !== undefined && next.assignment !== null) {
      // What was read of this item is not so any more; and what fails is shown by the outbox.
      done.catch(() => setLastSubmitted(null));
      goOn({ ...next, assignment: withMarks(next.assignment, doc) });
      forgetAssignment(client, assignment.id, queue.id);
      label.say(t('labelling.said.next'));
      return;
    }
    setBusy(true);
    done.then(
      (answer) => {
        setBusy(false);
        forgetAssignment(client, assignment.id, queue.id);
        if (answer.feedback === null) leave(answer.next);
        else setFeedback({ feedback: answer.feedback, next: answer.next });
      },
      (error: unknown) => {
        setBusy(false);
        setLastSubmitted(null);
        outbox.forget(assignment.id);
        keeper.takeBack();
        showToast({
          tone: 'err',
          text: t('labelling.notTaken', { index: assignment.index, message: messageOf(error) }),
        });
      },
    );
  }

  async function skip(reason: string): Promise<void> {
    await keeper.settle();
    keeper.handOver();
    try {
      const next = await callApi(labellingRoutes.skipItem, {
        params: { id: assignment.id },
        body: { reason },
      });
      forgetAssignment(client, assignment.id, queue.id);
      tellTabs({ kind: 'moved', assignment: assignment.id });
      leave(next);
    } catch (error) {
      keeper.takeBack();
      throw error;
    }
  }

  function undoLast(): boolean {
    const last = lastSubmitted();
    if (last === null) return false;
    setLastSubmitted(null);
    void last.there
      .then(() => callApi(labellingRoutes.undoSubmit, { params: { id: last.assignment } }))
      .then(
        (before) => {
          client.setQueryData(assignmentQuery(before.id).queryKey, before);
          label.say(t('labelling.said.submitUndone'));
          pushUrl({ ...NO_PLACE, item: before.id });
        },
        (error: unknown) => showToast({ tone: 'err', text: messageOf(error) }),
      );
    return true;
  }

  return { busy, feedback, submit, skip, goOn, undoLast };
}

/** The next item was reserved before this one was labelled: the marks of their shared steps are known only now. */
function withMarks(next: Assignment, doc: LabelDoc): Assignment {
  if (next.shared === null) return next;
  const { steps } = next.shared;
  const labelled = new Set(
    next.run.steps.flatMap(({ seq, labelled: marked }) => (marked ? [String(seq)] : [])),
  );
  const marks = Object.fromEntries(
    Object.entries(doc.steps)
      .filter(([seq]) => Number(seq) <= steps && labelled.has(seq))
      .map(([seq, { value }]) => [seq, { value, by: 'inherited' as const }]),
  );
  return { ...next, shared: { steps, marks } };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a row of the form is called. */
export function rowName(row: string, { assignment }: ItemSession): string {
  const { doc } = assignment.schema;
  switch (row) {
    case 'preference':
      return doc.preference?.question ?? t('labelling.preference');
    case 'outcome':
      return t('labelling.outcome');
    case 'steps':
      return t('labelling.stepsRow');
    case 'firstError':
      return t('labelling.firstError');
    case 'rationale':
      return t('labelling.rationale');
    default:
      return doc.fields.find(({ id }) => `field:${id}` === row)?.label ?? row;
  }
}

/** Brings the focus to what is missing. */
function showMissing(row: string, item: ItemSession): void {
  if (row === 'steps') {
    const [open] = openSteps(item.label.store.getState().doc, item.seqs);
    const step = item.sides[0]?.rows.find(({ markSeq }) => markSeq === open);
    if (step === undefined) return;
    item.go(step.id);
    pushPane('steps');
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${step.id}"]`)?.focus());
    return;
  }
  pushPane('label');
  requestAnimationFrame(() => {
    const part = document.querySelector(`[data-form-row="${CSS.escape(row)}"]`);
    part?.scrollIntoView({ block: 'nearest' });
    part?.querySelector<HTMLElement>('[tabindex="0"], input, textarea, button')?.focus();
  });
}

/** On narrow screens one pane is in sight. */
function pushPane(pane: string): void {
  if (new URLSearchParams(window.location.search).get('pane') === pane) return;
  if (window.matchMedia('(min-width: 1080px)').matches) return;
  pushUrl({ pane });
}
