import type { TreeLine } from './json-document.ts';
import { JsonHost, type Summary } from './json-host.ts';

type Method<T> = Extract<T, (...args: never[]) => unknown>;

/** What a source can be asked. */
export type JsonCalls = {
  readonly [K in keyof JsonHost as JsonHost[K] extends Method<JsonHost[K]> ? K : never]: Method<JsonHost[K]>;
};
export type JsonCall = keyof JsonCalls;

export type SourceState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly summary: Summary; readonly lines: number }
  | { readonly phase: 'failed'; readonly message: string };

/** One observation, here or in a worker. */
export interface JsonSource {
  readonly subscribe: (listener: () => void) => () => void;
  /** Another object whenever something changed. */
  readonly state: () => SourceState;
  /** Null where it is still on its way. */
  readonly line: (index: number) => TreeLine | null;
  readonly call: <K extends JsonCall>(
    name: K,
    ...args: Parameters<JsonCalls[K]>
  ) => Promise<ReturnType<JsonCalls[K]>>;
}

/** Calls after which the lines are others. */
export const MOVES: ReadonlySet<JsonCall> = new Set(['toggle', 'expandAll', 'collapseAll', 'reveal']);

/** Calls a host's method by its name. */
export function callHost<K extends JsonCall>(
  host: JsonHost,
  name: K,
  args: Parameters<JsonCalls[K]>,
): ReturnType<JsonCalls[K]> {
  const method = host[name] as (this: JsonHost, ...all: Parameters<JsonCalls[K]>) => ReturnType<JsonCalls[K]>;
  return method.apply(host, args);
}

/** An observation that is small enough to be read at once: 256 KB take about 5 ms. */
export function createLocalSource(observationJson: string): JsonSource {
  const host = new JsonHost(observationJson);
  const listeners = new Set<() => void>();
  let state = stateOf(host);
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    line: (index) => host.lines(index, index + 1).lines[0] ?? null,
    call: (name, ...args) => {
      const answer = callHost(host, name, args);
      if (MOVES.has(name)) {
        state = stateOf(host);
        for (const listener of listeners) listener();
      }
      return Promise.resolve(answer);
    },
  };
}

function stateOf(host: JsonHost): SourceState {
  return { phase: 'ready', summary: host.summary(), lines: host.lines(0, 0).total };
}
