'use client';

import { useKey } from '../../lib/client/keys/index.ts';
import { useMay } from '../identity/index.ts';
import { countOf, NO_CHOICE } from './model/selection.ts';
import type { RunActions } from './bulk/use-run-actions.ts';
import type { Runs } from './use-runs.ts';

/** The keys of the run table. Actions take the runs that are selected, or the one at the cursor. */
export function useRunKeys(runs: Runs, actions: RunActions): void {
  const { list, cursor, cursorRun, peek, choice } = runs;
  const count = list.matched ?? 0;
  const some = { enabled: count > 0 };
  const may = useMay();
  const any = { enabled: actions.count > 0 };
  useKey('search', runs.focusFilter);
  useKey('list.next', () => runs.move(1), some);
  useKey('list.previous', () => runs.move(-1), some);
  useKey('list.first', () => runs.focusRow(0), some);
  useKey('list.last', () => runs.focusRow(count - 1), some);
  useKey(
    'list.peek',
    () => {
      if (peek !== null) runs.closePeek();
      else runs.openPeek(Math.max(0, cursor));
    },
    some,
  );
  useKey('list.open', () => runs.openRow(cursor), { enabled: cursor >= 0 });
  useKey('list.select', () => runs.choose(cursor, false), { enabled: cursorRun !== undefined });
  useKey('list.extendNext', () => runs.extend(1), some);
  useKey('list.extendPrevious', () => runs.extend(-1), some);
  useKey(
    'list.clear',
    () => {
      if (countOf(choice) > 0) runs.setChoice(NO_CHOICE);
      else runs.closePeek();
    },
    { enabled: countOf(choice) > 0 || peek !== null },
  );
  useKey('list.compare', actions.compare, any);
  useKey('list.export', () => actions.open('export'), any);
  useKey('list.reverify', () => actions.open('reverify'), { enabled: any.enabled && may('write') });
  useKey('list.verifier', actions.openVerifier, { enabled: actions.verifierHref !== null });
}
