import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../lib/client/api-error.ts';
import { callApi } from '../../../lib/client/api.ts';
import { subscribeAsker } from '../../../lib/client/asker.ts';
import { authorIdentity } from '../../../lib/client/author.ts';
import type { Anchor } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Assignment, BlindRun, Reservation } from '../../../lib/contracts/annotation/labelling.ts';
import { labellingRoutes } from '../../../lib/contracts/annotation/rest-labelling.ts';
import {
  namedInTask,
  readTask,
  type TaskWords,
  type WordSpan,
} from '../../../lib/domain/task-words/index.ts';
import { cutText } from '../../../lib/util/cut-text.ts';
import { replaceUrl } from '../../layout/url-link.tsx';
import { createActiveTime, type ActiveTime } from './model/active-time.ts';
import { createDraftKeeper, type DraftKeeper } from './model/draft-keeper.ts';
import { createLabelStore, type LabelStore } from './model/label-store.ts';
import { firstOwnRow, rowBeside, type PartsAt } from './model/parting.ts';
import { markableSeqs, namesIn, rowsOf, type StepRow } from './model/rows.ts';
import { keptWork, onSubmitted } from './outbox.ts';
import { hearTabs, tellTabs, type TabWord } from './tabs.ts';

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
  readonly partsAt: PartsAt;
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
  /** Not held any more; the draft is kept. `why` it cannot be reserved again, once the server was asked; null: it may be free. */
  readonly ended: { readonly why: string | null } | null;
  /** Rows that were missing when it was submitted. */
  readonly named: readonly string[];
  readonly dialog: ItemDialog | null;
  /** Another tab's label was taken over. */
  readonly fromOtherTab: boolean;
  /** Submitted or skipped meanwhile, from another tab or an earlier page. */
  readonly moved: boolean;
}

/** An item under work: its label, how it is saved, and what of it is looked at. */
export interface ItemSession {
  readonly assignment: Assignment;
  readonly sides: readonly RunView[];
  readonly seqs: readonly number[];
  readonly label: LabelStore;
  readonly keeper: DraftKeeper;
  /** Id of the person whose label it is; null: not known. */
  readonly author: () => string | null;
  readonly active: ActiveTime;
  readonly view: StoreApi<ItemView>;
  /** Looks at a row. */
  readonly go: (rowId: string) => void;
  /** Looks at the other run of a pair, at the row beside. */
  readonly goOver: () => void;
  /** Also says whether it is held: `view.ended`. @throws ApiError */
  readonly renew: () => Promise<void>;
  /** Starts what runs beside the page; returns its end. */
  readonly start: () => () => void;
}

/** Renewed when less than this is left and something was done. */
const RENEW_SHARE = 0.5;
const LOOK_EVERY_MS = 15_000;
const ADDRESS_AFTER_MS = 200;
/** Of a task's text; what it names later is not pointed out. */
const READ_TASK_CHARS = 20_000;

export function createItemSession(assignment: Assignment, rowId: string | null): ItemSession {
  const { otherRun } = assignment;
  const shared = otherRun?.shared ?? null;
  const sides = [
    runView(assignment.id, assignment.run, shared === null ? null : (shared.seq ?? 'ended')),
    ...(otherRun === null
      ? []
      : [runView(otherRun.alias, otherRun.run, shared === null ? null : (shared.otherSeq ?? 'ended'))]),
  ];
  const [first] = sides;
  const seqs = first === undefined || assignment.otherRun !== null ? [] : markableSeqs(first.rows);
  const label = createLabelStore(assignment.draft.doc);
  const active = createActiveTime(0);
  const start =
    first?.rows.find(({ id }) => id === rowId) ??
    // Of a fix: the step that was sent.
    first?.rows.find(({ seq }) => seq === assignment.fix?.seq) ??
    firstOwnRow(first?.rows ?? [], first?.partsAt ?? null) ??
    first?.rows.find(({ markSeq }) => markSeq !== null) ??
    first?.rows[0];
  const atStart = performance.now();
  const view = createStore<ItemView>(() => ({
    side: 0,
    rowId: start?.id ?? '',
    section: null,
    ...reservation(assignment),
    named: [],
    dialog: null,
    fromOtherTab: false,
    moved: false,
  }));
  let addressTimer: ReturnType<typeof setTimeout> | undefined;
  let reserved = Math.max(0, (assignment.reservedUntilMs ?? assignment.nowMs) - assignment.nowMs);

  function setReservation(answer: Reservation): void {
    const { state, reservedUntilMs, nowMs } = answer;
    reserved = Math.max(0, (reservedUntilMs ?? nowMs) - nowMs);
    const { ended } = view.getState();
    view.setState({ ...reservation(answer), ...(state === 'expired' && { ended: ended ?? { why: null } }) });
    // The draft was kept and the item not taken up again: somebody else has it. The server says who, when asked for it.
    if (state === 'expired' && ended?.why === undefined) renew().catch(() => undefined);
  }

  const identity = authorIdentity();
  const keeper = createDraftKeeper({
    assignment: assignment.id,
    draft: assignment.draft,
    onTheirWay: keptWork()
      .submissions()
      .flatMap((one) => (one.assignment === assignment.id ? [one.doc] : [])),
    kept: keptWork(),
    identity,
    activeMs: active.read,
    send: (body) => callApi(labellingRoutes.saveDraft, { params: { id: assignment.id }, body }),
    onSaved: (answer) => {
      setReservation(answer);
      tellTabs({ kind: 'saved', assignment: assignment.id, draft: answer.draft });
    },
  });

  async function renew(): Promise<void> {
    try {
      setReservation(await callApi(labellingRoutes.renewReservation, { params: { id: assignment.id } }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict')
        view.setState({ ended: { why: error.message }, reservedUntil: null, reservedUntilMs: null });
      throw error;
    }
  }

  function hear(word: TabWord): void {
    if (word.assignment !== assignment.id) return;
    if (word.kind === 'moved') {
      view.setState({ moved: true });
      return;
    }
    if (keeper.heard(word.draft) !== 'taken') return;
    label.replace(word.draft.doc);
    view.setState({ fromOtherTab: true });
  }

  return {
    assignment,
    sides,
    seqs,
    label,
    keeper,
    author: identity.author,
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
    goOver() {
      const { side, rowId: from } = view.getState();
      const [here, there] = [sides[side], sides[1 - side]];
      if (here === undefined || there === undefined) return;
      view.setState({ side: 1 - side });
      const beside = rowBeside(here, from, there);
      if (beside !== undefined) this.go(beside.id);
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
      const deaf = hearTabs(hear);
      // An earlier page's, while this one shows it again.
      const unasked = onSubmitted((submitted) => {
        if (submitted === assignment.id && !keeper.isClosed()) view.setState({ moved: true });
      });
      // A machine that slept was not told how long; and coming back is a sign of life.
      const back = (): void => {
        if (document.visibilityState !== 'visible' || keeper.isClosed()) return;
        if (view.getState().reservedUntil !== null) renew().catch(() => undefined);
      };
      const online = (): void => keeper.retry();
      let touchedAt = atStart;
      const touch = (): void => {
        touchedAt = performance.now();
        active.touch();
      };
      const timer = setInterval(() => {
        const { reservedUntil } = view.getState();
        if (reservedUntil === null || keeper.isClosed()) return;
        const remains = reservedUntil - performance.now();
        const worked = performance.now() - touchedAt < Math.max(LOOK_EVERY_MS, reserved);
        if (worked && remains < reserved * RENEW_SHARE) renew().catch(() => undefined);
        if (remains < 0) view.setState({ ended: { why: null } });
      }, LOOK_EVERY_MS);
      const known = subscribeAsker(online);
      window.addEventListener('online', online);
      document.addEventListener('visibilitychange', back);
      window.addEventListener('keydown', touch, true);
      window.addEventListener('pointerdown', touch, true);
      return () => {
        unsubscribe();
        known();
        deaf();
        unasked();
        clearInterval(timer);
        clearTimeout(addressTimer);
        keeper.close();
        window.removeEventListener('online', online);
        document.removeEventListener('visibilitychange', back);
        window.removeEventListener('keydown', touch, true);
        window.removeEventListener('pointerdown', touch, true);
      };
    },
  };
}

/** The server's clock is not the page's: what counts is how long it is from the answer on. */
function reservation({
  state,
  reservedUntilMs,
  nowMs,
}: Reservation): Pick<ItemView, 'reservedUntil' | 'reservedUntilMs' | 'ended'> {
  const over = reservedUntilMs !== null && reservedUntilMs <= nowMs;
  return {
    ended: state === 'expired' || over ? { why: null } : null,
    reservedUntilMs,
    reservedUntil: reservedUntilMs === null ? null : performance.now() + reservedUntilMs - nowMs,
  };
}

function runView(alias: string, run: BlindRun, partsAt: PartsAt): RunView {
  const task = cutText(run.task ?? '', READ_TASK_CHARS);
  const words = readTask(task);
  return {
    alias,
    run,
    rows: rowsOf(run),
    partsAt,
    words,
    taskSpans: namedInTask(task, words, namesIn(run)),
  };
}
