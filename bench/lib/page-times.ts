import type { Page } from 'playwright';

/** Runs in every page before its own scripts: keeps how long the main thread was blocked. */
export function watchLongTasks(): void {
  const blocked: number[] = [];
  Object.assign(window, { blocked });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) blocked.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Milliseconds of each task over 50 ms since the page began, or since it was last asked. */
export function takeLongTasks(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const { blocked } = window as unknown as { blocked: number[] };
    return blocked.splice(0);
  });
}

/** Milliseconds from the start of the navigation until a selector is there and was painted. */
export async function msUntil(page: Page, selector: string): Promise<number> {
  const found = await page.waitForFunction(
    (css) => (document.querySelector(css) === null ? null : performance.now()),
    selector,
    { polling: 'raf' },
  );
  return (await found.jsonValue()) ?? Number.NaN;
}

/**
 * Milliseconds from a key press to the last change that it makes in the page before 300 ms of rest, the frame that shows
 * it included.
 */
export async function msOfKey(page: Page, key: string): Promise<number> {
  const settled = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = Number.NaN;
        let shown = Number.NaN;
        let timer = setTimeout(finish, 5_000);
        const observer = new MutationObserver(() => {
          requestAnimationFrame(() => (shown = performance.now()));
          clearTimeout(timer);
          timer = setTimeout(finish, 300);
        });
        function finish(): void {
          observer.disconnect();
          resolve(shown - pressed);
        }
        addEventListener(
          'keydown',
          () => {
            pressed = performance.now();
            observer.observe(document.body, {
              subtree: true,
              childList: true,
              characterData: true,
              attributes: true,
            });
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.keyboard.press(key);
  return settled;
}

/** Compressed bytes of the scripts that a page has run so far; those fetched ahead for other pages are not among them. */
export function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}
