import { EMPTY_LABEL } from '../../../../lib/domain/labels/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/client/api-error.ts';
import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';
import type { Draft } from '../../../../lib/contracts/annotation/labelling.ts';
import { setOutcome } from './acts.ts';
import { createDraftKeeper, type DraftKeeper, type SaveRequest } from './draft-keeper.ts';
import { createKeptWork, type KeptSubmission, type KeptWork } from './kept-work.ts';
import { createOutbox, type SubmissionAnswer } from './outbox.ts';

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

  save({ baseRevision, doc }: SaveRequest): { draft: Draft; reservedUntilMs: number; nowMs: number } {
    if (this.network === 'cut') throw offline();
    if (baseRevision !== this.draft.revision) throw conflict(this.draft);
    this.saves += 1;
    this.draft = { revision: baseRevision + 1, doc, savedAtMs: 1_000 + this.saves };
    if (this.network === 'answers lost') throw offline();
    return { draft: this.draft, reservedUntilMs: 60_000, nowMs: 0 };
  }

  submit({ key, baseRevision, doc }: KeptSubmission): SubmissionAnswer {
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
    send: async (request) => Promise.resolve(server.save(request)),
    onSaved: () => undefined,
    activeMs: () => 1,
  });
}

const complete = setOutcome(EMPTY_LABEL, 'complete');
const incomplete = setOutcome(EMPTY_LABEL, 'incomplete');

beforeEach(() => {
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
  });
  const openOutbox = () =>
    createOutbox({
      kept: keptOf('page-one'),
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
});
