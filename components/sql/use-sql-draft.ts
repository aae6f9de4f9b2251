'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { asker, subscribeAsker } from '../../lib/client/asker.ts';
import { replaceUrl } from '../layout/url-link.tsx';
import { keepDraft, readDraft } from './sql-history.ts';

interface Draft {
  /** Whose it is; undefined: not known yet, null: somebody without a name. */
  readonly who: string | null | undefined;
  readonly sql: string;
  readonly isTyped: boolean;
}

/** The query in the editor, of whoever the page is of; `ran` is the one in the address. Another person finds their own. */
export function useSqlDraft(recordId: string, ran: string): readonly [string, (sql: string) => void] {
  const who = useSyncExternalStore(subscribeAsker, asker, () => undefined);
  const [draft, setDraft] = useState((): Draft => ({ who, sql: readDraft(recordId) ?? ran, isTyped: false }));
  if (who !== undefined && who !== draft.who) {
    // Whoever had no name and gives one goes on with what is typed.
    const goesOn = (draft.who ?? null) === null;
    const sql = goesOn && draft.isTyped ? draft.sql : (readDraft(recordId) ?? (goesOn ? draft.sql : ''));
    setDraft({ who, sql, isTyped: goesOn && draft.isTyped });
  }
  useEffect(() => {
    let last = asker();
    return subscribeAsker(() => {
      const now = asker();
      if (now === undefined) return;
      if ((last ?? null) !== null && now !== last) replaceUrl({ sql: null });
      last = now;
    });
  }, []);
  return [
    draft.sql,
    (sql) => {
      setDraft({ who: draft.who, sql, isTyped: true });
      keepDraft(recordId, sql);
    },
  ];
}
