import type { Page } from 'playwright/test';

/** Of a control at least so much is in sight, or all of it. */
const SEEN_PX = 16;

/**
 * Controls that no scrolling brings into sight: cut off by the window where the page does not scroll, or by a part of the
 * page that hides what is over its edge. Looked at with the present size of the window.
 */
export async function unreachable(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    interface Box {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    const PARTS = 'a, button, input:not([type=hidden]), textarea, select, [tabindex="0"]';
    // What comes into sight when it has the focus; pictures and editors that are moved about in by ways of their own.
    const OWN_WAYS =
      '.sr-only, [href="#content"], .monaco-editor, [role=group][aria-label^="Diagram"], [inert]';
    const hides = (value: string): boolean => value === 'hidden' || value === 'clip';

    function isSeen(element: Element): boolean {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      let box: Box = { left, right, top, bottom };
      const wide = Math.min(least, box.right - box.left);
      const high = Math.min(least, box.bottom - box.top);
      const fits = (): boolean => box.right - box.left >= wide - 1 && box.bottom - box.top >= high - 1;
      for (let part = element.parentElement; part !== null; part = part.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(part);
        const edge = part.getBoundingClientRect();
        // What scrolls shows its content in its own frame; what hides cuts it.
        if (part !== document.documentElement && part !== document.body) {
          const scrolls = { x: /auto|scroll/.test(overflowX), y: /auto|scroll/.test(overflowY) };
          if (scrolls.x) box = { ...box, left: edge.left, right: edge.right };
          else if (hides(overflowX))
            box = { ...box, left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right) };
          if (scrolls.y) box = { ...box, top: edge.top, bottom: edge.bottom };
          else if (hides(overflowY))
            box = { ...box, top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
          if (!fits()) return false;
        }
        if (position === 'fixed') break;
      }
      const { scrollHeight, scrollWidth } = document.documentElement;
      box = {
        left: Math.max(box.left, 0),
        right: Math.min(box.right, Math.max(innerWidth, scrollWidth)),
        top: Math.max(box.top + scrollY, 0),
        bottom: Math.min(box.bottom + scrollY, Math.max(innerHeight, scrollHeight)),
      };
      return fits();
    }

    return [...document.querySelectorAll<HTMLElement>(PARTS)]
      .filter((element) => element.checkVisibility() && element.closest(OWN_WAYS) === null)
      .filter((element) => element.offsetWidth > 1 && element.offsetHeight > 1)
      .filter((element) => !isSeen(element))
      .map((element) => element.outerHTML.slice(0, 200));
  }, SEEN_PX);
}
