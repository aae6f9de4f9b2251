import type { z } from 'zod/mini';
import type {
  Assignment,
  nextSchema,
  submissionAnswerSchema,
} from '../../lib/contracts/annotation/labelling.ts';
import type { queueDetailSchema } from '../../lib/contracts/annotation/queue-admin.ts';
import { PERSON_HEADER } from '../../lib/contracts/route.ts';
import { labelOf } from '../annotate/testing/fixture.ts';

/** People who label over HTTP as fast as they can, as scripts of tests and benches use them. */
export interface Worked {
  /** What was answered as saved: rationale by assignment and revision; submissions by their keys. */
  readonly drafts: Map<
    string,
    { readonly revision: number; readonly rationale: string; readonly name: string }
  >;
  readonly submissions: { readonly id: string; readonly assignment: string; readonly name: string }[];
  readonly saveMs: number[];
  /** From submitting to having the next item. */
  readonly submitMs: number[];
}

export type Send = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** @throws Error with what the server said */
export function sender(url: string, name: string): Send {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/annotation${path}`, {
      method,
      headers: { 'content-type': 'application/json', [PERSON_HEADER]: encodeURIComponent(name) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
    return JSON.parse(text) as T;
  };
}

export function makeQueueOver(url: string, project: string, ids: readonly string[], overlap: number) {
  return sender(url, 'Lena')<z.output<typeof queueDetailSchema>>('POST', '/queues', {
    project,
    name: 'Load',
    source: { from: 'runs', target: { ids } },
    settings: { overlap },
    everyone: true,
  });
}

/** One person until nothing is left, `stop` says so, or the server is gone (which is thrown). */
export async function workThrough(
  url: string,
  queue: string,
  name: string,
  worked: Worked,
  stop: () => boolean = () => false,
): Promise<void> {
  const send = sender(url, name);
  let next = await send<z.output<typeof nextSchema>>('POST', `/queues/${queue}/next`, {});
  while (next.assignment !== null && !stop()) {
    const { id, draft }: Assignment = next.assignment;
    const rationale = `${name} on ${id}`;
    const save = { baseRevision: draft.revision, doc: labelOf({ rationale }), activeMs: 10 };
    const began = performance.now();
    await send('PUT', `/assignments/${id}/draft`, save);
    const saved = performance.now();
    worked.saveMs.push(saved - began);
    const revision = draft.revision + 1;
    worked.drafts.set(id, { revision, rationale, name });
    const answer = await send<z.output<typeof submissionAnswerSchema>>('POST', `/assignments/${id}/submit`, {
      ...save,
      baseRevision: revision,
      key: `key-${id}`,
    });
    worked.submitMs.push(performance.now() - saved);
    worked.drafts.set(id, { revision: revision + 1, rationale, name });
    worked.submissions.push({ id: answer.submission.id, assignment: id, name });
    next = answer.next;
  }
}

export function nothingYet(): Worked {
  return { drafts: new Map(), submissions: [], saveMs: [], submitMs: [] };
}
