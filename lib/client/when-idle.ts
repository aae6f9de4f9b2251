/** An idle moment that does not come is not waited for longer. */
const AT_LAST_MS = 500;
/** Where the browser cannot say when it is idle (Safari). */
const GUESSED_MS = 100;

/** Runs something when the page has nothing to do; what is returned calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, GUESSED_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: AT_LAST_MS });
  return () => window.cancelIdleCallback(handle);
}
