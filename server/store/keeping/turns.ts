/** The event loop is held no longer than this. */
const TURN_MS = 8;

/** Calls `work` for each item and lets others have their turn in between. */
export async function inTurns<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < TURN_MS) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    began = performance.now();
  }
}
