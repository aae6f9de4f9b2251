import type { Page } from 'playwright';

/** Runs in every page before its own scripts: keeps how long the main thread was blocked. */
export function watchLongTasks(): void {
  const blocked: number[] = [];
  Object.assign(window, { blocked });
  performance.setResourceTimingBufferSize(5_000);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) blocked.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** The longest task in ms since the page began, or since it was last asked; 0 where none took over 50 ms. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { blocked } = window as unknown as { blocked: number[] };
    return Math.max(0, ...blocked.splice(0));
  });
}

/** Where something shows: the text in an element, and, for a state, that the timeline marks its step. */
export interface Shown {
  readonly within: string;
  readonly text: string;
  readonly seq?: number;
}

/** What the observe pane shows of a state. */
export function inTab(text: string, seq?: number): Shown {
  return { within: '[role=tabpanel]', text, ...(seq === undefined ? {} : { seq }) };
}

/** Milliseconds from the start of the navigation until something is there and was painted. */
export async function msUntil(page: Page, shown: Shown): Promise<number> {
  const found = await page.waitForFunction(
    ({ within, text, seq }) => {
      const marked = document.querySelector<HTMLElement>('[data-step][aria-current=step]')?.dataset['step'];
      if (seq !== undefined && marked !== String(seq)) return null;
      const there = [...document.querySelectorAll(within)].some((one) => one.textContent.includes(text));
      return there ? performance.now() : null;
    },
    shown,
    { polling: 'raf' },
  );
  return (await found.jsonValue()) ?? Number.NaN;
}

/**
 * Milliseconds from what `act` does, the next event of a type, to the frame that shows something; NaN after 5 s. With
 * `answer`, from the arrival of the last answer whose address contains it, 0 where it showed before that.
 */
export async function msToShow(
  page: Page,
  event: 'keydown' | 'click',
  shown: Shown,
  act: () => Promise<void>,
  answer: string | null = null,
): Promise<number> {
  // Input comes to the page by another way than scripts: the watch must stand before it.
  await page.evaluate(watchShown, { event, answer, ...shown });
  await act();
  return watched(page);
}

/**
 * Milliseconds from a key press to the last change in sight within an element before 300 ms of rest; NaN for none. Where a link
 * leads is not in sight, and what stands within `apart` changes by itself.
 */
export async function msOfKey(
  page: Page,
  key: string,
  within: string,
  apart: string | null = null,
): Promise<number> {
  await page.evaluate(watchRest, { within, apart });
  await page.keyboard.press(key);
  return watched(page);
}

function watched(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { watched: Promise<number> }).watched);
}

/** Runs in the page. */
function watchShown(wanted: Shown & { event: 'keydown' | 'click'; answer: string | null }): void {
  const { event, within, text, seq, answer } = wanted;
  let settle: (ms: number) => void = () => undefined;
  Object.assign(window, { watched: new Promise<number>((resolve) => (settle = resolve)) });
  let began = Number.NaN;
  const observer = new MutationObserver(look);
  const deadline = setTimeout(() => finish(Number.NaN), 5_000);
  addEventListener(event, begin, { capture: true, once: true });
  function begin({ timeStamp }: Event): void {
    began = timeStamp;
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }
  function look(): void {
    const marked = document.querySelector<HTMLElement>('[data-step][aria-current=step]')?.dataset['step'];
    if (seq !== undefined && marked !== String(seq)) return;
    if (![...document.querySelectorAll(within)].some((one) => one.textContent.includes(text))) return;
    observer.disconnect();
    // What runs after the frame's callbacks runs after its paint.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => finish(performance.now());
      port2.postMessage(null);
    });
  }
  function finish(shownAt: number): void {
    clearTimeout(deadline);
    observer.disconnect();
    if (answer === null) settle(shownAt - began);
    // The answer may come after what the live connection showed already.
    else setTimeout(() => settle(Math.max(0, shownAt - arrivalOf(answer))), 300);
  }
  function arrivalOf(address: string): number {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes(address));
    return (answers.at(-1) as PerformanceResourceTiming | undefined)?.responseEnd ?? Number.NaN;
  }
}

/** Runs in the page. */
function watchRest({ within, apart }: { within: string; apart: string | null }): void {
  let settle: (ms: number) => void = () => undefined;
  Object.assign(window, { watched: new Promise<number>((resolve) => (settle = resolve)) });
  let pressed = Number.NaN;
  let shown = Number.NaN;
  let timer = setTimeout(finish, 2_000);
  const observer = new MutationObserver((changes) => {
    if (!changes.some(isInSight)) return;
    requestAnimationFrame(() => (shown = performance.now()));
    clearTimeout(timer);
    timer = setTimeout(finish, 300);
  });
  addEventListener('keydown', begin, { capture: true, once: true });
  function isInSight({ target, attributeName }: MutationRecord): boolean {
    if (attributeName === 'href') return false;
    const element = target instanceof Element ? target : target.parentElement;
    return apart === null || element === null || element.closest(apart) === null;
  }
  function begin({ timeStamp }: Event): void {
    pressed = timeStamp;
    const root = document.querySelector(within) ?? document.body;
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  function finish(): void {
    observer.disconnect();
    settle(shown - pressed);
  }
}

/** A clock of what the page's main thread computes, whatever else the machine does: ms since it was last asked. */
export async function mainThreadClock(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  let last = 0;
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const now = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const ms = (now - last) * 1000;
    last = now;
    return ms;
  };
}

export interface ScriptBytes {
  /** Of what the page's HTML names. */
  readonly entry: number;
  /** Of all that ran, those loaded with the first tab too; what is only fetched ahead is not among them. */
  readonly all: number;
}

/** Compressed bytes of a page's scripts so far. */
export function scriptBytes(page: Page): Promise<ScriptBytes> {
  return page.evaluate(async () => {
    const html = await (await fetch(location.href)).text();
    const named = new Set(
      [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script[src]')].map(
        (script) => new URL(script.getAttribute('src') ?? '', location.href).href,
      ),
    );
    const ran = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ initiatorType, name }) => initiatorType === 'script' || named.has(name));
    const bytes = new Map(ran.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
    const sum = (names: Iterable<string>) =>
      [...names].reduce((total, name) => total + (bytes.get(name) ?? 0), 0);
    return { entry: sum(named), all: sum(bytes.keys()) };
  });
}
