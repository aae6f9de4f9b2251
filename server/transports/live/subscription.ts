import type { LiveEvent } from '../../../lib/contracts/live.ts';
import type { EngineSession } from '../../engine/types.ts';
import { toLiveEvent, weigh } from './live-events.ts';

const BATCH_EVENTS = 64;
const BATCH_WEIGHT = 1024 * 1024;
const QUEUE_EVENTS = 256;
const QUEUE_WEIGHT = 4 * 1024 * 1024;

export interface SubscriptionOptions {
  readonly session: EngineSession;
  readonly afterSeq: number;
  /** Events of such a run are left out: the page's person has it to label. */
  readonly hides: (run: string) => boolean;
  /** Settles when the page has taken the batch; rejects when it did not in time. */
  readonly deliver: (events: LiveEvent[]) => Promise<void>;
  /** The page no longer takes anything. */
  readonly onStalled: () => void;
}

/**
 * Feeds one page from one session. One batch is on its way at a time; what comes meanwhile waits in a bounded queue.
 * Where that is full, the page is slow: the queue stops growing, and when it has drained the session is watched again
 * from the last event queued, out of what the engine holds. So a slow page costs its bound and delays nobody.
 */
export function createSubscription({
  session,
  afterSeq,
  hides,
  deliver,
  onStalled,
}: SubscriptionOptions): Disposable {
  let queue: LiveEvent[] = [];
  let weight = 0;
  let lastQueued = afterSeq;
  let unwatch: (() => void) | undefined;
  let overflowed = false;
  let busy = false;
  let closed = false;

  function push(event: Parameters<typeof toLiveEvent>[0]): void {
    if (closed || overflowed) return;
    const run = runOf(event);
    if (run !== null && hides(run)) {
      lastQueued = event.seq;
      return;
    }
    if (queue.length >= QUEUE_EVENTS || weight >= QUEUE_WEIGHT) {
      overflowed = true;
      return;
    }
    const live = toLiveEvent(event);
    queue.push(live);
    weight += weigh(live);
    lastQueued = event.seq;
    if (!busy) void pump();
  }

  function takeBatch(): LiveEvent[] {
    let batchWeight = 0;
    let count = 0;
    for (const event of queue) {
      batchWeight += weigh(event);
      if (count > 0 && (count >= BATCH_EVENTS || batchWeight > BATCH_WEIGHT)) break;
      count += 1;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    for (const event of batch) weight -= weigh(event);
    return batch;
  }

  function watch(): void {
    unwatch?.();
    overflowed = false;
    unwatch = session.watch(lastQueued, push);
  }

  async function pump(): Promise<void> {
    busy = true;
    try {
      // What is emitted in one turn of the event loop travels together.
      await Promise.resolve();
      while (!closed) {
        if (queue.length === 0) {
          if (!overflowed) return;
          watch();
          continue;
        }
        await deliver(takeBatch());
      }
    } catch {
      if (!closed) onStalled();
    } finally {
      busy = false;
    }
  }

  watch();
  return {
    [Symbol.dispose]() {
      closed = true;
      queue = [];
      unwatch?.();
    },
  };
}

function runOf(event: Parameters<typeof toLiveEvent>[0]): string | null {
  switch (event.kind) {
    case 'step':
      return event.step.episodeId;
    case 'info':
      return event.info.recordId;
    case 'started':
    case 'closed':
      return null;
  }
}
