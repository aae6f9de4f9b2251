import { createStore, type StoreApi } from 'zustand/vanilla';
import { callApi } from '../../../lib/client/api.ts';
import type { Anchor } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Assignment, BlindRun, Draft } from '../../../lib/contracts/annotation/labelling.ts';
import { labellingRoutes } from '../../../lib/contracts/annotation/rest-labelling.ts';
import {
  namedInTask,
  readTask,
  type TaskWords,
  type WordSpan,
} from '../../../lib/domain/task-words/index.ts';
import { replaceUrl } from '../../layout/url-link.tsx';
import { createActiveTime, type ActiveTime } from './model/active-time.ts';
import { createDraftKeeper, type DraftKeeper } from './model/draft-keeper.ts';
import { createLabelStore, type LabelStore } from './model/label-store.ts';
import { markableSeqs, namesIn, rowsOf, type StepRow } from './model/rows.ts';
import { keptWork } from './outbox.ts';

/** What stands over the page and asks. */
export type ItemDialog =
  | { readonly kind: 'skip' }
  | { readonly kind: 'reveal' }
  | { readonly kind: 'fix'; readonly run: string; readonly seq: number }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'comment'; readonly anchor: Anchor };

/** One run as the screen shows it: an item's own, or one of a pair. */
export interface RunView {
  /** Stands for the run in the evidence routes. */
  readonly alias: string;
  readonly run: BlindRun;
  readonly rows: readonly StepRow[];
  readonly words: TaskWords;
  readonly taskSpans: readonly WordSpan[];
}

export interface ItemView {
  /** Of the pair: 0 or 1. */
  readonly side: number;
  /** Row of the step list. */
  readonly rowId: string;
  /** Section of the guidelines that what was touched last belongs to. */
  readonly section: string | null;
  /** Where the reservation stands, by this page's steady clock: milliseconds of `performance.now()`; null: none. */
  readonly reservedUntil: number | null;
  readonly reservedUntilMs: number | null;
  readonly reservationOver: boolean;
  /** Rows that were missing when it was submitted. */
  readonly named: readonly string[];
  readonly dialog: ItemDialog | null;
  /** Another tab's label was taken over. */
  readonly fromOtherTab: boolean;
}

/** An item under work: its label, how it is saved, and what of it is looked at. */
export interface ItemSession {
  readonly assignment: Assignment;
  readonly sides: readonly RunView[];
  readonly seqs: readonly number[];
  readonly label: LabelStore;
  readonly keeper: DraftKeeper;
  readonly active: ActiveTime;
  readonly view: StoreApi<ItemView>;
  /** Looks at a row. */
  readonly go: (rowId: string) => void;
  readonly renew: () => Promise<void>;
  /** Starts what runs beside the page; returns its end. */
  readonly start: () => () => void;
}

const CHANNEL = 'awm.labels';
/** Renewed when less than this is left and something was done. */
const RENEW_SHARE = 0.5;
const LOOK_EVERY_MS = 15_000;
const ADDRESS_AFTER_MS = 200;

export function createItemSession(assignment: Assignment, rowId: string | null): ItemSession {
  const sides = [
    runView(assignment.id, assignment.run),
    ...(assignment.otherRun === null ? [] : [runView(assignment.otherRun.alias, assignment.otherRun.run)]),
  ];
  const [first] = sides;
  const seqs = first === undefined || assignment.otherRun !== null ? [] : markableSeqs(first.rows);
  const label = createLabelStore(assignment.draft.doc);
  const active = createActiveTime(0);
  const start =
    first?.rows.find(({ id }) => id === rowId) ??
    first?.rows.find(({ markSeq }) => markSeq !== null) ??
    first?.rows[0];
  const atStart = performance.now();
  const view = createStore<ItemView>(() => ({
    side: 0,
    rowId: start?.id ?? '',
    section: null,
    ...reservation(assignment.reservedUntilMs, assignment.nowMs),
    named: [],
    dialog: null,
    fromOtherTab: false,
  }));
  let addressTimer: ReturnType<typeof setTimeout> | undefined;
  let channel: BroadcastChannel | null = null;
  let reserved = Math.max(0, (assignment.reservedUntilMs ?? assignment.nowMs) - assignment.nowMs);

  function setReservation(untilMs: number | null, nowMs: number): void {
    reserved = Math.max(0, (untilMs ?? nowMs) - nowMs);
    view.setState(reservation(untilMs, nowMs));
  }

  const keeper = createDraftKeeper({
    assignment: assignment.id,
    draft: assignment.draft,
    kept: keptWork(),
    activeMs: active.read,
    send: (body) => callApi(labellingRoutes.saveDraft, { params: { id: assignment.id }, body }),
    onSaved: ({ draft, reservedUntilMs, nowMs }) => {
      setReservation(reservedUntilMs, nowMs);
      channel?.postMessage({ assignment: assignment.id, draft });
    },
  });

  async function renew(): Promise<void> {
    const answer = await callApi(labellingRoutes.renewReservation, { params: { id: assignment.id } });
    setReservation(answer.reservedUntilMs, answer.nowMs);
  }

  function hear(event: MessageEvent<{ readonly assignment: string; readonly draft: Draft }>): void {
    if (event.data.assignment !== assignment.id) return;
    if (keeper.heard(event.data.draft) !== 'taken') return;
    label.replace(event.data.draft.doc);
    view.setState({ fromOtherTab: true });
  }

  return {
    assignment,
    sides,
    seqs,
    label,
    keeper,
    active,
    view,
    renew,
    go(next) {
      if (view.getState().rowId === next) return;
      view.setState({ rowId: next });
      active.touch();
      // Every part that reads the address is drawn anew with it: not between the steps of a walk.
      clearTimeout(addressTimer);
      addressTimer = setTimeout(() => {
        if (new URLSearchParams(window.location.search).get('item') === assignment.id)
          replaceUrl({ step: next });
      }, ADDRESS_AFTER_MS);
    },
    start() {
      const left = keeper.resume();
      if (left !== null) label.replace(left);
      // It may have been reserved ahead, a while ago; and a returned one has no time to lose.
      if (assignment.state === 'reserved') renew().catch(() => undefined);
      const unsubscribe = label.store.subscribe(({ doc }, { doc: was }) => {
        if (doc === was) return;
        active.touch();
        keeper.changed(doc);
      });
      if (typeof BroadcastChannel !== 'undefined') {
        channel = new BroadcastChannel(CHANNEL);
        channel.onmessage = hear;
      }
      const online = (): void => keeper.retry();
      let touchedAt = atStart;
      const touch = (): void => {
        touchedAt = performance.now();
        active.touch();
      };
      const timer = setInterval(() => {
        const { reservedUntil } = view.getState();
        if (reservedUntil === null || assignment.state !== 'reserved') return;
        const remains = reservedUntil - performance.now();
        const worked = performance.now() - touchedAt < Math.max(LOOK_EVERY_MS, reserved);
        if (worked && remains < reserved * RENEW_SHARE) renew().catch(() => undefined);
        if (remains < 0) view.setState({ reservationOver: true });
      }, LOOK_EVERY_MS);
      window.addEventListener('online', online);
      window.addEventListener('keydown', touch, true);
      window.addEventListener('pointerdown', touch, true);
      return () => {
        unsubscribe();
        channel?.close();
        channel = null;
        clearInterval(timer);
        clearTimeout(addressTimer);
        keeper.close();
        window.removeEventListener('online', online);
        window.removeEventListener('keydown', touch, true);
        window.removeEventListener('pointerdown', touch, true);
      };
    },
  };
}

/** The server's clock is not the page's: what counts is how long it is from the answer on. */
function reservation(
  untilMs: number | null,
  nowMs: number,
): Pick<ItemView, 'reservedUntil' | 'reservedUntilMs' | 'reservationOver'> {
  return {
    reservationOver: untilMs !== null && untilMs <= nowMs,
    reservedUntilMs: untilMs,
    reservedUntil: untilMs === null ? null : performance.now() + untilMs - nowMs,
  };
}

function runView(alias: string, run: BlindRun): RunView {
  const words = readTask(run.task ?? '');
  return {
    alias,
    run,
    rows: rowsOf(run),
    words,
    taskSpans: namedInTask(run.task ?? '', words, namesIn(run)),
  };
}
