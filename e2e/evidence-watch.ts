import type { Page } from 'playwright/test';

/** What the evidence panel did on a page since it was loaded. */
export interface EvidenceWatch {
  /** Layout shifts of something in it, or of something that holds it; those right after a key too. */
  readonly shifts: readonly string[];
  /** Moves of a part of the panel while the same step was shown, told frame by frame. */
  readonly moves: readonly string[];
  /** Where it stood: x, y, width and height of each place that it had at any frame. */
  readonly places: readonly string[];
  readonly frames: number;
}

/** Watches the evidence panel from the next page on. */
export async function watchEvidence(page: Page): Promise<void> {
  await page.addInitScript(watch);
}

export function evidenceOf(page: Page): Promise<EvidenceWatch> {
  return page.evaluate(() => (window as unknown as { readonly evidence: EvidenceWatch }).evidence);
}

/** Runs in the page. */
function watch(): void {
  const shifts: string[] = [];
  const moves: string[] = [];
  const places: string[] = [];
  const evidence = { shifts, moves, places, frames: 0 };
  Object.assign(window, { evidence });
  const PANEL = '[data-evidence]';

  function concerns(element: Element): boolean {
    return (
      element.closest(`${PANEL}, [data-pane=evidence]`) !== null || element.querySelector(PANEL) !== null
    );
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources = [] } = entry as unknown as { sources?: readonly { readonly node: Node | null }[] };
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (element instanceof Element && concerns(element)) shifts.push(element.outerHTML.slice(0, 200));
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });

  // A shift names five of the parts that moved, and none that a new element pushed within one frame.
  let tops = new Map<Element, number>();
  function look(): void {
    evidence.frames += 1;
    const panel = document.querySelector(PANEL);
    if (panel !== null) {
      const { x, y, width, height } = panel.getBoundingClientRect();
      const place = [x, y, width, height].map((value) => value.toFixed(1)).join(' ');
      if (!places.includes(place)) places.push(place);
      const now = new Map<Element, number>();
      for (const part of panel.querySelectorAll('h2, header, button[aria-expanded]')) {
        const { top } = part.getBoundingClientRect();
        const was = tops.get(part) ?? top;
        if (Math.abs(was - top) > 0.5)
          moves.push(`${part.textContent.slice(0, 40)}: ${was.toFixed(1)} to ${top.toFixed(1)}`);
        now.set(part, top);
      }
      tops = now;
    }
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
