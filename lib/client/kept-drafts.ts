import * as z from 'zod/mini';
import { pageId } from './page-id.ts';

/**
 * What is under work and not saved yet, kept in this browser as labels are (ADR 031): over a reload, a crash, a server that is away, a
 * sign-in that ended. One for each page, so that no tab writes over another's; each belongs to whoever wrote it.
 */

const PREFIX = 'awm.document.';

export interface LeftDraft<D> {
  readonly draft: D;
  readonly key: string;
}

export interface KeptDrafts<D> {
  /** False where the browser refuses: then it is in this page's memory alone. */
  readonly keep: (draft: D) => boolean;
  /** This page's own, else the newest that another one left; null: none that can be read. */
  readonly left: () => LeftDraft<D> | null;
  /** Takes away this page's own, and the one that it was taken up from. */
  readonly drop: (from: string | null) => void;
}

interface Of<D> {
  /** What it is a draft of. */
  readonly name: string;
  /** Whose it is. */
  readonly person: string;
  readonly schema: z.ZodMiniType<D>;
}

export function keptDrafts<D>({ name, person, schema }: Of<D>): KeptDrafts<D> {
  const prefix = `${PREFIX}${name}.${encodeURIComponent(person)}.`;
  const own = prefix + pageId();
  const keptSchema = z.object({ atMs: z.number(), draft: schema });

  function read(key: string) {
    return attempt(null, () => {
      const parsed = keptSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
      return parsed.success ? { key, ...parsed.data } : null;
    });
  }

  return {
    keep: (draft) =>
      attempt(false, () => {
        localStorage.setItem(own, JSON.stringify({ atMs: Date.now(), draft }));
        return true;
      }),
    left() {
      const mine = read(own);
      if (mine !== null) return mine;
      const keys = attempt<readonly string[]>([], () => Object.keys(localStorage));
      const all = keys.filter((key) => key.startsWith(prefix)).flatMap((key) => read(key) ?? []);
      return all.sort((a, b) => b.atMs - a.atMs)[0] ?? null;
    },
    drop(from) {
      for (const key of [own, ...(from === null ? [] : [from])])
        attempt(undefined, () => localStorage.removeItem(key));
    },
  };
}

function attempt<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
