import { AppError } from '../../lib/contracts/errors.ts';
import type { ControlInfo } from './types.ts';

/** A holder whose page has been away for so long has let go. */
const GONE_AFTER_MS = 5_000;
/** A holder that does not answer by then has agreed. */
const ANSWER_WITHIN_MS = 10_000;
/**
 * Pages that are known by number, those that do not watch now included. Each one that comes is told to all: further ones
 * only watch, until they act.
 */
const KNOWN_PAGES = 64;

export interface ControlOptions {
  /** Something of `info` is another. */
  readonly onChange: () => void;
  readonly goneAfterMs?: number;
  readonly answerWithinMs?: number;
}

/** Who held control when the server ended; has `graceMs` to come back. */
export interface HeldBefore {
  readonly id: string;
  readonly number: number;
  readonly graceMs: number;
}

interface PageState {
  readonly number: number;
  connections: number;
  /** When it was last heard of, where nothing of it is connected. */
  seenMs: number;
}

/**
 * Who of the pages that watch a person's session acts. The first one takes control; another asks, and gets it when the
 * holder hands it over, does not answer, or is gone. A holder that is gone lets go by itself.
 */
export class Control implements Disposable {
  readonly #options: Required<ControlOptions>;
  readonly #pages = new Map<string, PageState>();
  #holder: string | null = null;
  #sinceMs = Date.now();
  #request: { readonly page: string; readonly atMs: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;
  /** What was last told. */
  #told = '';

  constructor({ onChange, goneAfterMs = GONE_AFTER_MS, answerWithinMs = ANSWER_WITHIN_MS }: ControlOptions) {
    this.#options = { onChange, goneAfterMs, answerWithinMs };
  }

  get info(): ControlInfo {
    const shown = [...this.#pages].filter(
      ([id, { connections }]) => connections > 0 || id === this.#holder || id === this.#request?.page,
    );
    return {
      holder: this.#holder,
      sinceMs: this.#sinceMs,
      requestedBy: this.#request?.page ?? null,
      requestedAtMs: this.#request?.atMs ?? null,
      pages: shown.map(([id, { number, connections }]) => ({ id, number, connected: connections > 0 })),
    };
  }

  /** The holder, for a server that is started anew. */
  get held(): { readonly id: string; readonly number: number } | null {
    const page = this.#holder === null ? undefined : this.#pages.get(this.#holder);
    return this.#holder === null || page === undefined ? null : { id: this.#holder, number: page.number };
  }

  resume({ id, number, graceMs }: HeldBefore): void {
    this.#pages.set(id, { number, connections: 0, seenMs: Date.now() - this.#options.goneAfterMs + graceMs });
    this.#holder = id;
    this.#arm();
  }

  /** A page watches, until what this returns is called. It takes control where that is free. */
  join(id: string, number?: number): () => void {
    const page = this.#known(id, number);
    page.connections += 1;
    if (this.#pages.has(id) && (this.#holder === null || this.#isGone(this.#holder))) this.#give(id);
    this.#changed();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      page.connections -= 1;
      page.seenMs = Date.now();
      this.#changed();
    };
  }

  /**
   * Lets the page act, and gives it control where that is free. A caller that is no page acts while nobody holds it.
   * @throws AppError conflict
   */
  admit(id: string | null): void {
    const free = this.#holder === null || this.#isGone(this.#holder);
    if (id === null) {
      if (!free) throw this.#refusal();
      return;
    }
    this.#acting(id);
    if (!free && this.#holder !== id) throw this.#refusal();
    const had = this.#holder;
    if (had !== id) this.#give(id);
    if (had !== id) this.#changed();
    else this.#arm();
  }

  /** Takes control where it is free or its holder is gone; else the holder is asked. */
  ask(id: string): void {
    this.#acting(id);
    if (this.#holder === id) return;
    if (this.#holder === null || this.#isGone(this.#holder)) this.#give(id);
    else if (this.#request === null) this.#request = { page: id, atMs: Date.now() };
    else if (this.#request.page !== id) {
      throw new AppError('conflict', `${this.#name(this.#request.page)} has asked already; ask again later.`);
    }
    this.#changed();
  }

  /** Gives control to `to`, else to the page that asks, else to nobody. @throws AppError conflict, not_found */
  handOver(id: string, to: string | undefined): void {
    this.#mustHold(id);
    const next = to ?? this.#request?.page ?? null;
    if (next !== null && !this.#pages.has(next))
      throw new AppError('not_found', 'No such page watches this session; it may have been closed.');
    this.#give(next);
    this.#changed();
  }

  /** The holder refuses the page that asks. @throws AppError conflict */
  keep(id: string): void {
    this.#mustHold(id);
    this.#request = null;
    this.#changed();
  }

  /** @throws AppError conflict */
  release(id: string): void {
    this.#mustHold(id);
    this.#give(this.#request?.page ?? null);
    this.#changed();
  }

  /** Nothing falls due any more; pages that leave later change nothing. */
  [Symbol.dispose](): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #mustHold(id: string): void {
    if (this.#holder !== id) throw this.#refusal();
  }

  #give(id: string | null): void {
    this.#holder = id;
    this.#sinceMs = Date.now();
    this.#request = null;
  }

  #known(id: string, wished?: number): PageState {
    const known = this.#pages.get(id);
    if (known !== undefined) return known;
    const taken = new Set([...this.#pages.values()].map(({ number }) => number));
    let number = wished ?? 1;
    while (taken.has(number)) number += 1;
    const page = { number, connections: 0, seenMs: Date.now() };
    this.#pages.set(id, page);
    this.#forgetSome();
    return page;
  }

  #acting(id: string): void {
    const page = this.#known(id);
    page.seenMs = Date.now();
    this.#pages.set(id, page);
  }

  #forgetSome(): void {
    for (const [id, { connections }] of this.#pages) {
      if (this.#pages.size <= KNOWN_PAGES) return;
      if (connections === 0 && id !== this.#holder && id !== this.#request?.page) this.#pages.delete(id);
    }
  }

  #isGone(id: string): boolean {
    const page = this.#pages.get(id);
    return (
      page === undefined || (page.connections === 0 && Date.now() - page.seenMs >= this.#options.goneAfterMs)
    );
  }

  #name(id: string): string {
    return `Tab ${String(this.#pages.get(id)?.number ?? '?')}`;
  }

  #refusal(): AppError {
    if (this.#holder === null)
      return new AppError('conflict', 'No page holds control of this session; act, or ask for it first.');
    return new AppError(
      'conflict',
      `${this.#name(this.#holder)} holds control of this session. Ask for it ("Ask for control", or POST …/control {"do":"ask"} with the header x-awm-page); it has 10 s to keep it.`,
      { details: { holder: this.#holder } },
    );
  }

  #changed(): void {
    if (this.#disposed) return;
    this.#arm();
    const now = JSON.stringify(this.info);
    if (now === this.#told) return;
    this.#told = now;
    this.#options.onChange();
  }

  /** Wakes when the next thing falls due. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#disposed) return;
    const due = this.#nextDueMs();
    if (due === undefined) return;
    this.#timer = setTimeout(() => this.#settle(), Math.max(1, due - Date.now()));
    this.#timer.unref();
  }

  #nextDueMs(): number | undefined {
    const times = [this.#goneAtMs(this.#holder), this.#goneAtMs(this.#request?.page ?? null)];
    if (this.#request !== null) times.push(this.#request.atMs + this.#options.answerWithinMs);
    const due = times.filter((time) => time !== undefined);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  #goneAtMs(id: string | null): number | undefined {
    const page = id === null ? undefined : this.#pages.get(id);
    return page === undefined || page.connections > 0 ? undefined : page.seenMs + this.#options.goneAfterMs;
  }

  #settle(): void {
    const request = this.#request;
    if (request !== null && this.#isGone(request.page)) this.#request = null;
    const asking = this.#request;
    const late = asking !== null && Date.now() - asking.atMs >= this.#options.answerWithinMs;
    if (late || (this.#holder !== null && this.#isGone(this.#holder))) this.#give(asking?.page ?? null);
    this.#changed();
  }
}
