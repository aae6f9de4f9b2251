import { callApi } from '../../../lib/client/api.ts';
import { asker, subscribeAsker } from '../../../lib/client/asker.ts';
import { lookAgain } from '../../../lib/client/author.ts';
import { pageId } from '../../../lib/client/page-id.ts';
import { labellingRoutes } from '../../../lib/contracts/annotation/rest-labelling.ts';
import { createKeptWork, type KeptWork } from './model/kept-work.ts';
import { createOutbox, type Outbox } from './model/outbox.ts';
import { tellTabs } from './tabs.ts';

let kept: KeptWork | undefined;
let outbox: Outbox | undefined;
const submitted = new Set<(assignment: string, queue: string) => void>();

/** What this browser keeps for the server. */
export function keptWork(): KeptWork {
  kept ??= createKeptWork(() => localStorage, pageId());
  return kept;
}

/** This page's labels on their way. One for the page: they go on while its screens change. */
export function pageOutbox(): Outbox {
  outbox ??= openOutbox();
  return outbox;
}

function openOutbox(): Outbox {
  const opened = createOutbox({
    kept: keptWork(),
    identity: {
      standing(person) {
        const who = asker();
        if (who === undefined || who === null) return 'nobody';
        return person === null || person === who ? 'same' : 'other';
      },
      lookAgain,
    },
    send: ({ assignment, key, baseRevision, doc, activeMs }) =>
      callApi(labellingRoutes.submitLabel, {
        params: { id: assignment },
        body: { key, baseRevision, doc, activeMs },
      }),
    onSubmitted: ({ assignment, queue }) => {
      tellTabs({ kind: 'moved', assignment });
      for (const listener of submitted) listener(assignment, queue);
    },
  });
  // What another person left is theirs; what this one left goes on its way.
  subscribeAsker(() => {
    last = null;
    opened.retry();
    opened.resume();
  });
  return opened;
}

export function onSubmitted(listener: (assignment: string, queue: string) => void): () => void {
  submitted.add(listener);
  return () => submitted.delete(listener);
}

interface LastSubmitted {
  readonly assignment: string;
  readonly there: Promise<unknown>;
}
let last: LastSubmitted | null = null;

/** What this page submitted last, so that it can be taken back. */
export function lastSubmitted(): LastSubmitted | null {
  return last;
}

export function setLastSubmitted(next: LastSubmitted | null): void {
  last = next;
}
