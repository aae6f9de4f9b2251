import * as z from 'zod/mini';

const STORAGE_KEY = 'awm.sessions';
/** As many as one list request names. */
const MAX_REMEMBERED = 100;

/** Stands in for the storage that a browser refuses, as in a frame of another site: lasts as long as the page. */
let unstored: readonly string[] = [];

const idsSchema = z.catch(z.array(z.string().check(z.regex(/^[\w-]{1,200}$/))), []);

/**
 * The sessions that were opened in this browser, newest first; where it refuses storage, in this page. A public server
 * lists only those whose ids it is told.
 */
export function rememberedSessions(): readonly string[] {
  try {
    return idsSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return unstored;
  }
}

export function rememberSession(id: string): void {
  const ids = [id, ...rememberedSessions().filter((other) => other !== id)].slice(0, MAX_REMEMBERED);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
  } catch {
    unstored = ids;
  }
}
