import { EMPTY_LABEL } from '../../../../lib/domain/labels/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/client/api-error.ts';
import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';
import type { Draft } from '../../../../lib/contracts/annotation/labelling.ts';
import { setOutcome } from './acts.ts';
import { createDraftKeeper, type DraftKeeper, type SaveAnswer, type SaveRequest } from './draft-keeper.ts';
import { createKeptWork, type KeptSubmission, type KeptWork } from './kept-work.ts';
import { createOutbox, type Identity, type SubmissionAnswer } from './outbox.ts';

const ID = 'a'.repeat(32);
const offline = (): ApiError => new ApiError('no answer', { code: null, status: null });
const conflict = (draft: Draft): ApiError =>
  new ApiError('saved elsewhere', { code: 'conflict', status: 409, details: { draft } });

/** What the server does with drafts: revisions that rise, conflicts, and a network that can be cut before or after it. */
class FakeServer {
  draft: Draft = { revision: 0, doc: EMPTY_LABEL, savedAtMs: null };
  network: 'on' | 'cut' | 'answers lost' = 'on';
  saves = 0;
  readonly submitted = new Map<string, LabelDoc>();

  save({ baseRevision, doc }: SaveRequest): SaveAnswer {
    if (signedIn === null) throw signedOut();
    if (this.network === 'cut') throw offline();
    if (baseRevision !== this.draft.revision) throw conflict(this.draft);
    this.saves += 1;
    this.draft = { revision: baseRevision + 1, doc, savedAtMs: 1_000 + this.saves };
    if (this.network === 'answers lost') throw offline();
    return { draft: this.draft, state: 'reserved', reservedUntilMs: 60_000, nowMs: 0 };
  }

  submit({ key, baseRevision, doc, person }: KeptSubmission): SubmissionAnswer {
    if (signedIn === null) throw signedOut();
    if (person !== signedIn) throw new ApiError('not yours', { code: 'not_found', status: 404 });
    if (this.network === 'cut') throw offline();
    if (!this.submitted.has(key)) {
      if (baseRevision !== this.draft.revision) throw conflict(this.draft);
      this.submitted.set(key, doc);
    }
    if (this.network === 'answers lost') throw offline();
    return {
      submission: { id: ID, version: 1, atMs: 5 },
      next: { assignment: null, none: null },
      feedback: null,
    };
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

let storage: Storage;
let server: FakeServer;
const keptOf = (page: string): KeptWork => createKeptWork(() => storage, page);

function openItem(page = 'page-one'): DraftKeeper {
  return createDraftKeeper({
    assignment: ID,
    draft: server.draft,
    kept: keptOf(page),
    identity: { isAuthor: () => asks === 'Ada', lookAgain },
    send: async (request) => Promise.resolve(server.save(request)),
    onSaved: () => undefined,
    activeMs: () => 1,
  });
}

/** Whose requests the page believes that they are, and whose they are; null: nobody's. */
let asks: string | null;
let signedIn: string | null;
const lookAgain = async (): Promise<void> => {
  asks = signedIn;
  return Promise.resolve();
};
const identity: Identity = {
  standing: (person) => (asks === null ? 'nobody' : person === asks ? 'same' : 'other'),
  lookAgain,
};
const signedOut = (): ApiError => new ApiError('sign in', { code: 'unauthenticated', status: 401 });

const complete = setOutcome(EMPTY_LABEL, 'complete');
const incomplete = setOutcome(EMPTY_LABEL, 'incomplete');

beforeEach(() => {
  asks = 'Ada';
  signedIn = 'Ada';
  vi.useFakeTimers();
  storage = memoryStorage();
  server = new FakeServer();
});
afterEach(() => void vi.useRealTimers());

describe('a draft', () => {
  it('is kept at once, saved after a moment, and then kept no more', async () => {
    const keeper = openItem();
    keeper.changed(complete);
    expect(storage.length).toBe(1);
    expect(keeper.state.getState().save.kind).toBe('saving');
    await vi.advanceTimersByTimeAsync(600);
    expect(server.draft).toMatchObject({ revision: 1, doc: complete });
    expect(keeper.state.getState().save).toEqual({ kind: 'saved', atMs: 1_001 });
    expect(storage.length).toBe(0);
  });

  it('is saved while acts go on without a pause', async () => {
    const keeper = openItem();
    for (let i = 0; i < 60; i += 1) {
      keeper.changed({ ...EMPTY_LABEL, rationale: 'x'.repeat(i + 1) });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.saves).toBeGreaterThanOrEqual(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.draft.doc.rationale).toHaveLength(60);
  });

  it('is sent again until the server answers', async () => {
    const keeper = openItem();
    server.network = 'cut';
    keeper.changed(complete);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keeper.state.getState().save.kind).toBe('offline');
    keeper.changed(incomplete);
    expect(storage.length).toBe(1);
    server.network = 'on';
    keeper.retry();
    await vi.advanceTimersByTimeAsync(10);
    expect(server.draft.doc).toEqual(incomplete);
    expect(storage.length).toBe(0);
  });

  it('whose answer was lost is known again as one’s own, in the same page and in the next', async () => {
    const keeper = openItem();
    server.network = 'answers lost';
    keeper.changed(complete);
    await vi.advanceTimersByTimeAsync(600);
    expect(server.draft.revision).toBe(1);
    server.network = 'on';
    keeper.changed(incomplete);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(keeper.state.getState().save.kind).toBe('saved');
    expect(server.draft.doc).toEqual(incomplete);

    server.network = 'answers lost';
    keeper.changed(complete);
    await vi.advanceTimersByTimeAsync(600);
    keeper.changed({ ...complete, flagged: true });
    keeper.handOver();
    server.network = 'on';
    const next = openItem('page-two');
    expect(next.resume()).toEqual({ ...complete, flagged: true });
    await vi.advanceTimersByTimeAsync(10);
    expect(next.state.getState().save.kind).toBe('saved');
    expect(server.draft.doc.flagged).toBe(true);
    expect(storage.length).toBe(0);
  });

  it('that was killed with its page is there in the next one', () => {
    server.network = 'cut';
    openItem().changed(complete);
    expect(openItem('page-two').resume()).toEqual(complete);
  });

  it('against another page’s is a conflict: both stay until one is chosen', async () => {
    const [one, two] = [openItem('page-one'), openItem('page-two')];
    one.changed(complete);
    await vi.advanceTimersByTimeAsync(600);
    two.changed(incomplete);
    await vi.advanceTimersByTimeAsync(600);
    expect(two.state.getState().save).toEqual({ kind: 'conflict', theirs: server.draft });
    two.changed({ ...incomplete, flagged: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.draft.doc).toEqual(complete);
    expect(two.resolve('mine')).toBeNull();
    await vi.advanceTimersByTimeAsync(10);
    expect(server.draft.doc).toEqual({ ...incomplete, flagged: true });

    expect(one.heard(server.draft)).toBe('taken');
    one.changed(complete);
    two.changed(incomplete);
    await vi.advanceTimersByTimeAsync(600);
    const lost = [one, two].find(({ state }) => state.getState().save.kind === 'conflict');
    expect(lost?.resolve('theirs')).toEqual(server.draft.doc);
    expect(storage.length).toBe(0);
  });

  it('from before another device saved is a conflict from the start', async () => {
    server.network = 'cut';
    openItem().changed(complete);
    server.draft = { revision: 3, doc: incomplete, savedAtMs: 9 };
    server.network = 'on';
    const next = openItem('page-two');
    expect(next.resume()).toEqual(complete);
    expect(next.state.getState().save).toEqual({ kind: 'conflict', theirs: server.draft });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.draft.doc).toEqual(incomplete);
  });

  it('whose other save says what it was made from is no conflict: nothing else was said', async () => {
    const [one, two] = [openItem('page-one'), openItem('page-two')];
    one.changed(complete);
    await vi.advanceTimersByTimeAsync(600);
    two.heard(server.draft);
    // Submitted by the other page: a revision more, the same label.
    server.draft = { ...server.draft, revision: server.draft.revision + 1 };
    two.changed(incomplete);
    await vi.advanceTimersByTimeAsync(600);
    expect(two.state.getState().save.kind).toBe('saved');
    expect(server.draft).toMatchObject({ revision: 3, doc: incomplete });
  });

  it('of another tab that is not saved stays where a conflict here ends with what the server has', async () => {
    server.network = 'cut';
    const [one, two] = [openItem('page-one'), openItem('page-two')];
    two.changed(incomplete);
    one.changed({ ...complete, flagged: true });
    await vi.advanceTimersByTimeAsync(600);
    server.network = 'on';
    server.draft = { revision: 5, doc: complete, savedAtMs: 1 };
    one.retry();
    await vi.advanceTimersByTimeAsync(10);
    expect(one.state.getState().save.kind).toBe('conflict');
    expect(one.resolve('theirs')).toEqual(complete);
    expect(keptOf('page-two').draftOf(ID)?.doc).toEqual(incomplete);
  });

  it('is said not to be kept where the browser refuses', () => {
    storage.setItem = () => {
      throw new Error('quota');
    };
    const keeper = openItem();
    keeper.changed(complete);
    expect(keeper.state.getState().keptHere).toBe(false);
  });
});

describe('a submission', () => {
  const submission = (doc: LabelDoc, base = 0): KeptSubmission => ({
    assignment: ID,
    queue: 'b'.repeat(32),
    index: 14,
    key: 'key-12345678',
    doc,
    baseRevision: base,
    sent: [],
    activeMs: 5,
    atMs: 1,
    person: 'Ada',
  });
  const openOutbox = () =>
    createOutbox({
      kept: keptOf('page-one'),
      identity,
      send: async (one) => Promise.resolve(server.submit(one)),
      onSubmitted: () => undefined,
    });
  const at = (baseRevision: number, sent: readonly LabelDoc[] = []) =>
    Promise.resolve({ baseRevision, sent: [...sent] });

  it('is sent until it is there, once, and its draft goes with it', async () => {
    const outbox = openOutbox();
    server.network = 'answers lost';
    const done = outbox.submit(submission(complete), at(0));
    await vi.advanceTimersByTimeAsync(100);
    expect(outbox.state.getState()).toMatchObject({ offline: true, failed: [] });
    server.network = 'on';
    outbox.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect((await done).submission.version).toBe(1);
    expect(server.submitted.size).toBe(1);
    expect(storage.length).toBe(0);
  });

  it('that was on its way when the page was killed goes on in the next', async () => {
    server.network = 'cut';
    void openOutbox()
      .submit(submission(complete), at(0))
      .catch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    server.network = 'on';
    const next = openOutbox();
    next.resume();
    await vi.advanceTimersByTimeAsync(100);
    expect([...server.submitted.values()]).toEqual([complete]);
    expect(next.state.getState().waiting).toEqual([]);
  });

  it('made anew before it was there goes in the place of the earlier one, also where the server had that', async () => {
    const outbox = openOutbox();
    server.network = 'answers lost';
    const first = outbox.submit(submission(complete), at(0));
    const superseded = expect(first).rejects.toThrow('submitted anew');
    await vi.advanceTimersByTimeAsync(100);
    server.draft = { revision: 1, doc: complete, savedAtMs: 1 };
    const second = outbox.submit({ ...submission(incomplete), key: 'key-anew-1234' }, at(0));
    server.network = 'on';
    outbox.retry();
    await vi.advanceTimersByTimeAsync(20_000);
    await superseded;
    expect((await second).submission.version).toBe(1);
    expect([...server.submitted.values()]).toEqual([complete, incomplete]);
    expect(outbox.state.getState()).toMatchObject({ waiting: [], failed: [], offline: false });
    expect(storage.length).toBe(0);
  });

  it('of another tab is kept beside this one’s, and one that is refused takes no newer draft’s place', async () => {
    server.network = 'cut';
    for (const [page, doc] of [['page-one', complete] as const, ['page-two', incomplete] as const]) {
      void openOutbox()
        .submit({ ...submission(doc), key: `key-${page}` }, at(0))
        .catch(() => undefined);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(
      keptOf('page-three')
        .submissions()
        .map(({ doc }) => doc),
    ).toEqual([complete, incomplete]);

    const newer = { ...complete, flagged: true };
    keptOf('page-one').keepDraft(ID, { doc: newer, baseRevision: 1, sent: [], activeMs: 1, atMs: 9 });
    server.draft = { revision: 7, doc: { ...EMPTY_LABEL, rationale: 'other' }, savedAtMs: 1 };
    server.network = 'on';
    const next = openOutbox();
    next.resume();
    await vi.advanceTimersByTimeAsync(100);
    expect(next.state.getState().failed).toHaveLength(2);
    expect(keptOf('page-one').draftOf(ID)?.doc).toEqual(newer);
    expect(storage.length).toBe(3);
  });

  it('goes after those before it, and is not held up for good by one that the server fails at', async () => {
    const order: string[] = [];
    let broken = true;
    const outbox = createOutbox({
      kept: keptOf('page-one'),
      identity,
      send: (one) => {
        if (one.key === 'key-first-one' && broken)
          return Promise.reject(new ApiError('broken', { code: 'internal', status: 500 }));
        order.push(one.key);
        return Promise.resolve({
          submission: { id: ID, version: 1, atMs: 5 },
          next: { assignment: null, none: null },
          feedback: null,
        });
      },
      onSubmitted: () => undefined,
    });
    const done = ['key-first-one', 'key-second-one'].map((key, n) =>
      outbox.submit({ ...submission(complete), assignment: String(n).repeat(32), key }, at(0)),
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(order).toEqual(['key-second-one']);
    broken = false;
    outbox.retry();
    await Promise.all(done);
    expect(order).toEqual(['key-second-one', 'key-first-one']);
  });

  it('is waited for by who asks for the next item, for a while', async () => {
    const outbox = openOutbox();
    const queue = 'b'.repeat(32);
    await outbox.settled(queue, 1_000);
    server.network = 'cut';
    const done = outbox.submit(submission(complete), at(0));
    const ends: string[] = [];
    void outbox.settled(queue, 500).then(() => ends.push('after a while'));
    void outbox.settled(queue, 60_000).then(() => ends.push('when it was there'));
    void outbox.settled('c'.repeat(32), 60_000).then(() => ends.push('of another queue'));
    await vi.advanceTimersByTimeAsync(600);
    expect(ends).toEqual(['of another queue', 'after a while']);
    server.network = 'on';
    outbox.retry();
    await vi.advanceTimersByTimeAsync(10);
    await done;
    expect(ends).toEqual(['of another queue', 'after a while', 'when it was there']);
  });

  it('stands on its own page’s last save, and not on another’s', async () => {
    server.draft = { revision: 1, doc: incomplete, savedAtMs: 1 };
    const outbox = openOutbox();
    const own = outbox.submit(submission(complete), at(0, [incomplete]));
    await vi.advanceTimersByTimeAsync(0);
    await expect(own).resolves.toMatchObject({ submission: { version: 1 } });

    server.submitted.clear();
    server.draft = { revision: 7, doc: { ...EMPTY_LABEL, flagged: true }, savedAtMs: 1 };
    const other = outbox.submit(submission(complete), at(1));
    await expect(other).rejects.toThrow('saved elsewhere');
    expect(outbox.state.getState().failed).toMatchObject([{ message: 'saved elsewhere' }]);
    // Nothing is lost: opened again, it is there, beside the other.
    expect(keptOf('page-one').draftOf(ID)?.doc).toEqual(complete);
  });

  it('waits for its author to sign in again, and is not sent as anybody else', async () => {
    const outbox = openOutbox();
    signedIn = null;
    const done = outbox.submit(submission(complete), at(0));
    await vi.advanceTimersByTimeAsync(200_000);
    expect(outbox.state.getState()).toMatchObject({ failed: [], waiting: [{ person: 'Ada' }] });
    signedIn = 'Ada';
    await lookAgain();
    outbox.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect((await done).submission.version).toBe(1);

    // The page did not hear yet that somebody else signed in.
    signedIn = 'Ben';
    const other = outbox.submit({ ...submission(incomplete, 0), key: 'key-of-ada-12' }, at(0));
    await expect(other).rejects.toThrow('Somebody else');
    outbox.resume();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(outbox.state.getState()).toMatchObject({ failed: [], waiting: [] });
    expect([...server.submitted.values()]).toEqual([complete]);
    expect(keptOf('page-two').submissions()).toMatchObject([{ person: 'Ada', doc: incomplete }]);
    signedIn = 'Ada';
    await lookAgain();
    outbox.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect([...server.submitted.values()]).toEqual([complete, incomplete]);
  });
});

describe('a draft of somebody who is not signed in any more', () => {
  it('is kept here, and saved when they are again, never as another person', async () => {
    const keeper = openItem();
    signedIn = null;
    keeper.changed(complete);
    await vi.advanceTimersByTimeAsync(600);
    expect(keeper.state.getState().save.kind).toBe('signed-out');
    keeper.changed(incomplete);
    signedIn = 'Ben';
    await lookAgain();
    keeper.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.saves).toBe(0);
    expect(keptOf('page-two').draftOf(ID)?.doc).toEqual(incomplete);
    signedIn = 'Ada';
    await lookAgain();
    keeper.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.draft.doc).toEqual(incomplete);
    expect(keeper.state.getState().save.kind).toBe('saved');
  });
});
