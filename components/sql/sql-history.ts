import * as z from 'zod/mini';
import { asker } from '../../lib/client/asker.ts';

const MAX_QUERIES = 30;
/** Longer ones are not kept: the storage of a whole site is 5 MB. */
const MAX_CHARS = 10_000;

const schema = z.catch(z.array(z.string().check(z.maxLength(MAX_CHARS))), []);

/**
 * What one person looked for is not the next one's to see: on a shared machine it may tell what they think of a run. Null: it is not
 * known whose page this is.
 */
function keyOf(what: string): string | null {
  const who = asker();
  return who === undefined ? null : `awm.sql.${what}.${who ?? ''}`;
}

/** The queries that a person ran on a scenario in this browser, newest first. Storage may be refused inside another site's frame. */
export function readHistory(scenario: string): readonly string[] {
  const key = keyOf(scenario);
  if (key === null) return [];
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? '[]')).slice(0, MAX_QUERIES);
  } catch {
    return [];
  }
}

export function addToHistory(scenario: string, sql: string): void {
  const key = keyOf(scenario);
  if (key === null || sql.length > MAX_CHARS) return;
  const queries = [sql, ...readHistory(scenario).filter((other) => other !== sql)].slice(0, MAX_QUERIES);
  try {
    localStorage.setItem(key, JSON.stringify(queries));
  } catch {
    // Without storage there is no history.
  }
}

/** What was typed and not run yet; lasts as long as the browser's tab. */
export function readDraft(recordId: string): string | null {
  const key = keyOf(`draft.${recordId}`);
  try {
    return key === null ? null : sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepDraft(recordId: string, sql: string): void {
  const key = keyOf(`draft.${recordId}`);
  try {
    if (key !== null) sessionStorage.setItem(key, sql);
  } catch {
    // The draft lives in the page alone.
  }
}
