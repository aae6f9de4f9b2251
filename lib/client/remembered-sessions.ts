import { z } from 'zod';

const STORAGE_KEY = 'awm.sessions';
/** As many as one list request names. */
const MAX_REMEMBERED = 100;

const idsSchema = z.array(z.string().regex(/^[\w-]{1,200}$/)).catch([]);

/**
 * The sessions that were opened in this browser, newest first. A public server lists only those whose ids it is told.
 * Empty where the browser refuses storage.
 */
export function rememberedSessions(): readonly string[] {
  try {
    return idsSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return [];
  }
}

export function rememberSession(id: string): void {
  const ids = [id, ...rememberedSessions().filter((other) => other !== id)].slice(0, MAX_REMEMBERED);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
  } catch {
    // Without storage the session is reached by its address alone.
  }
}
