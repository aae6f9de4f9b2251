import * as z from 'zod/mini';

const MAX_QUERIES = 30;
/** Longer ones are not kept: the storage of a whole site is 5 MB. */
const MAX_CHARS = 10_000;

const schema = z.catch(z.array(z.string().check(z.maxLength(MAX_CHARS))), []);

const keyOf = (scenario: string): string => `awm.sql.${scenario}`;

/** The queries that were run on a scenario in this browser, newest first. Storage may be refused inside another site's frame. */
export function readHistory(scenario: string): readonly string[] {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(keyOf(scenario)) ?? '[]')).slice(0, MAX_QUERIES);
  } catch {
    return [];
  }
}

export function addToHistory(scenario: string, sql: string): void {
  if (sql.length > MAX_CHARS) return;
  const queries = [sql, ...readHistory(scenario).filter((other) => other !== sql)].slice(0, MAX_QUERIES);
  try {
    localStorage.setItem(keyOf(scenario), JSON.stringify(queries));
  } catch {
    // Without storage there is no history.
  }
}

const draftKeyOf = (recordId: string): string => `awm.sql.draft.${recordId}`;

/** What was typed and not run yet; lasts as long as the browser's tab. */
export function readDraft(recordId: string): string | null {
  try {
    return sessionStorage.getItem(draftKeyOf(recordId));
  } catch {
    return null;
  }
}

export function keepDraft(recordId: string, sql: string): void {
  try {
    sessionStorage.setItem(draftKeyOf(recordId), sql);
  } catch {
    // The draft lives in the page alone.
  }
}
