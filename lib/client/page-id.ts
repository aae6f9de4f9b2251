import * as z from 'zod/mini';
import { randomId } from './random-id.ts';

const STORAGE_KEY = 'awm.page';

const storedSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{8,64}$/)), open: z.boolean() });

let own: string | undefined;

/**
 * This tab's name for itself: kept over reloads, another one in every other tab. A duplicated tab gets a copy of its
 * original's storage; it knows by `open`, which a page that goes away takes back, that the name belongs to a living one.
 */
export function pageId(): string {
  own ??= takeId();
  return own;
}

function takeId(): string {
  const id = leftId() ?? `page-${randomId()}`;
  keep(id, true);
  window.addEventListener('pagehide', () => keep(id, false));
  // Back from the browser's cache of pages.
  window.addEventListener('pageshow', () => keep(id, true));
  return id;
}

/** What an earlier page of this tab left. */
function leftId(): string | undefined {
  try {
    const stored = storedSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'));
    return stored.success && !stored.data.open ? stored.data.id : undefined;
  } catch {
    return undefined;
  }
}

function keep(id: string, open: boolean): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ id, open }));
  } catch {
    // Where storage is refused, the name lasts as long as the page.
  }
}
