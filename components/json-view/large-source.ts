import type { TreeLine } from './json-document.ts';
import type { WorkerReply, WorkerRequest } from './json.worker.ts';
import { type JsonCall, type JsonCalls, type JsonSource, MOVES, type SourceState } from './json-source.ts';

/** Lines that are asked for at once. */
const PAGE = 200;
const MAX_PAGES = 50;
const LOADING: SourceState = { phase: 'loading' };

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A large observation, fetched and parsed in a worker. The worker starts with the first subscriber and ends with the
 * last. `url`: of its step.
 */
export function createLargeSource(url: string): JsonSource {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, Waiting>();
  const pages = new Map<number, readonly TreeLine[]>();
  const asked = new Set<number>();
  let worker: Worker | null = null;
  let state: SourceState = LOADING;
  let nextId = 1;

  function set(next: SourceState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function send<T>(name: WorkerRequest['name'], args: readonly unknown[]): Promise<T> {
    const to = worker;
    if (to === null) return Promise.reject(new Error('Closed.'));
    const id = nextId;
    nextId += 1;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      to.postMessage({ id, name, args } satisfies WorkerRequest);
    });
  }

  function onReply({ data }: MessageEvent<WorkerReply>): void {
    const entry = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) entry?.resolve(data.answer as never);
    else entry?.reject(new Error(data.message));
  }

  async function refresh(): Promise<void> {
    const summary = await send<ReturnType<JsonCalls['summary']>>('summary', []);
    const { total, lines } = await send<ReturnType<JsonCalls['lines']>>('lines', [0, PAGE]);
    pages.clear();
    asked.clear();
    pages.set(0, lines);
    set({ phase: 'ready', summary, lines: total });
  }

  function start(): void {
    const started = new Worker(new URL('./json.worker.ts', import.meta.url), { type: 'module' });
    worker = started;
    started.addEventListener('message', onReply);
    started.addEventListener('error', ({ message }) => fail(new Error(message)));
    send('load', [url])
      .then(refresh)
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (worker === started) set({ phase: 'failed', message });
      });
  }

  function fail(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
    state = LOADING;
    fail(new Error('Closed.'));
  }

  async function ask(page: number): Promise<void> {
    asked.add(page);
    const { total, lines } = await send<ReturnType<JsonCalls['lines']>>('lines', [
      page * PAGE,
      (page + 1) * PAGE,
    ]);
    const [oldest] = pages.keys();
    if (pages.size >= MAX_PAGES && oldest !== undefined) {
      pages.delete(oldest);
      asked.delete(oldest);
    }
    pages.set(page, lines);
    if (state.phase === 'ready') set({ ...state, lines: total });
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (worker === null) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    state: () => state,
    line: (index) => {
      const page = Math.floor(index / PAGE);
      const lines = pages.get(page);
      if (lines === undefined && !asked.has(page) && state.phase === 'ready') {
        // Not while drawing. A closed worker answers nobody.
        queueMicrotask(() => void ask(page).catch(() => undefined));
      }
      return lines?.[index - page * PAGE] ?? null;
    },
    call: async <K extends JsonCall>(name: K, ...args: Parameters<JsonCalls[K]>) => {
      const answer = await send<ReturnType<JsonCalls[K]>>(name, args);
      if (MOVES.has(name)) await refresh();
      return answer;
    },
  };
}
