import { JsonHost } from './json-host.ts';
import { callHost, type JsonCall, type JsonCalls } from './json-source.ts';

/** Reads one large observation away from the page: fetches its step, parses it, answers for its lines. */

export interface WorkerRequest {
  readonly id: number;
  readonly name: JsonCall | 'load';
  readonly args: readonly unknown[];
}

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** Longer than the slowest line needs for 100 MiB. */
const LOAD_TIMEOUT_MS = 120_000;

let host: JsonHost | null = null;

/** @throws Error in words for people */
async function load(url: string): Promise<void> {
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) });
  const answer: unknown = await response.json();
  const json = observationOf(answer);
  if (!response.ok || json === null) throw new Error(`HTTP ${response.status}`);
  host = new JsonHost(json);
}

function observationOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return null;
  const items: unknown = answer.items;
  const step: unknown = Array.isArray(items) ? items[0] : null;
  if (typeof step !== 'object' || step === null || !('observationJson' in step)) return null;
  return typeof step.observationJson === 'string' ? step.observationJson : null;
}

async function answer({ name, args }: WorkerRequest): Promise<unknown> {
  if (name === 'load') return load(String(args[0]));
  if (host === null) throw new Error('Nothing is loaded.');
  return callHost(host, name, args as Parameters<JsonCalls[typeof name]>);
}

addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  const { id } = event.data;
  answer(event.data).then(
    (value) => postMessage({ id, ok: true, answer: value } satisfies WorkerReply),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      postMessage({ id, ok: false, message } satisfies WorkerReply);
    },
  );
});
