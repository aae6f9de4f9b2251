'use client';

import { useState } from 'react';
import { t } from '../messages.ts';
import { useGoTo } from '../../../lib/client/use-go-to.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { showToast } from '../../ui/toast.ts';
import { countOf, targetOf } from '../model/selection.ts';
import type { Runs } from '../use-runs.ts';
import { fixSelection } from './fix-selection.ts';

export const BULK_ACTIONS = [
  'reverify',
  'replay',
  'pin',
  'export',
  'sample',
  'tasks',
  'queue',
  'remove',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Runs that are compared step by step; more are compared as a group. */
const MAX_COMPARED = 6;

export interface BulkDialogState {
  readonly action: BulkAction;
  readonly target: RunTarget;
  readonly count: number;
}

export interface RunActions {
  /** How many runs an action would take: those selected, else the one at the cursor. */
  readonly count: number;
  readonly dialog: BulkDialogState | null;
  readonly open: (action: BulkAction) => void;
  readonly close: () => void;
  readonly compare: () => void;
  /** Looks for preference pairs in the selected runs. */
  readonly pairs: () => void;
  /** Of the run at the cursor; null where it has no task. */
  readonly verifierHref: string | null;
  readonly openVerifier: () => void;
}

/** What can be done with the runs that are selected, or with the one at the cursor. */
export function useRunActions(runs: Runs): RunActions {
  const goTo = useGoTo();
  const [dialog, setDialog] = useState<BulkDialogState | null>(null);
  const { choice, cursorRun } = runs;
  const chosen = targetOf(choice);
  const target = chosen ?? (cursorRun === undefined ? null : { ids: [cursorRun.id] });
  const count = chosen === null ? (target === null ? 0 : 1) : countOf(choice);

  function compare(): void {
    if (chosen === null) return;
    if ('ids' in chosen && chosen.ids.length <= MAX_COMPARED) {
      goTo(`/compare?ids=${chosen.ids.join(',')}`);
      return;
    }
    goWith(chosen, (id) => `/compare?selection=${id}&view=group`);
  }

  function goWith(of: RunTarget, href: (selection: string) => string): void {
    fixSelection(of).then(
      ({ id }) => goTo(href(encodeURIComponent(id))),
      (error: unknown) =>
        showToast({
          tone: 'err',
          text: t('runs.selection.failed', { why: error instanceof Error ? error.message : String(error) }),
        }),
    );
  }

  const verifierHref =
    cursorRun === undefined || cursorRun.taskIdx === null
      ? null
      : `/verifiers/${encodeURIComponent(cursorRun.scenario)}/${String(cursorRun.taskIdx)}?mode=code&run=${cursorRun.id}`;
  return {
    count,
    dialog,
    open: (action) => {
      if (target !== null) setDialog({ action, target, count });
    },
    close: () => setDialog(null),
    compare,
    pairs: () => {
      if (chosen !== null) goWith(chosen, (id) => `/annotate/pairs?selection=${id}`);
    },
    verifierHref,
    openVerifier: () => {
      if (verifierHref !== null) goTo(verifierHref);
    },
  };
}
