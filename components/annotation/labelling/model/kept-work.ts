import * as z from 'zod/mini';
import { labelDocSchema } from '../../../../lib/contracts/annotation/label-doc.ts';

/**
 * What the server has not got yet, kept in this browser: a draft for each assignment and page, and labels that were submitted and
 * are still on their way. It goes as soon as the server has it.
 */

const DRAFT = 'awm.label.';
const SUBMISSION = 'awm.submitted.';

const keptDraftSchema = z.object({
  doc: labelDocSchema,
  /** What `doc` was made from. */
  baseRevision: z.int(),
  /** Labels that were sent and not answered: where the server has one of them, nobody else wrote. */
  sent: z.array(labelDocSchema),
  activeMs: z.number(),
  atMs: z.number(),
});
export type KeptDraft = z.output<typeof keptDraftSchema>;

const keptSubmissionSchema = z.object({
  assignment: z.string(),
  queue: z.string(),
  index: z.int(),
  key: z.string(),
  doc: labelDocSchema,
  baseRevision: z.int(),
  sent: z.array(labelDocSchema),
  activeMs: z.number(),
  atMs: z.number(),
  /** Who gave it; null where that was not known: then it is the server's to say whose it may be. */
  person: z._default(z.nullable(z.string()), null),
});
export type KeptSubmission = z.output<typeof keptSubmissionSchema>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface KeptWork {
  /** False where the browser refuses: then it is in this page's memory alone. */
  readonly keepDraft: (assignment: string, draft: KeptDraft) => boolean;
  /** As one that a page which is gone left: this page may have a newer one of its own. */
  readonly leaveDraft: (assignment: string, draft: KeptDraft, name: string) => boolean;
  /** This page's own; else the newest that a page which is gone left. */
  readonly draftOf: (assignment: string) => KeptDraft | null;
  /** Takes away every page's draft that says the same, and this page's own. */
  readonly dropDraft: (assignment: string, settled: (draft: KeptDraft) => boolean) => void;
  readonly keepSubmission: (submission: KeptSubmission) => boolean;
  readonly submissions: () => readonly KeptSubmission[];
  readonly dropSubmission: (key: string) => void;
}

/** @param page This tab's name: another tab's unsaved work is never written over. */
export function createKeptWork(storage: () => Store, page: string): KeptWork {
  const ownKey = (assignment: string): string => `${DRAFT}${assignment}.${page}`;

  function keysOf(prefix: string): readonly string[] {
    return attempt([], (store) => {
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
      return keys.filter((key): key is string => key?.startsWith(prefix) === true);
    });
  }

  function attempt<T>(otherwise: T, work: (store: Store) => T): T {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  }

  function read<T>(key: string, schema: z.ZodMiniType<T>): T | null {
    return attempt(null, (store) => {
      const parsed = schema.safeParse(JSON.parse(store.getItem(key) ?? 'null'));
      return parsed.success ? parsed.data : null;
    });
  }

  function write(key: string, value: unknown): boolean {
    return attempt(false, (store) => {
      store.setItem(key, JSON.stringify(value));
      return true;
    });
  }

  function remove(key: string): void {
    attempt(undefined, (store) => store.removeItem(key));
  }

  return {
    keepDraft: (assignment, draft) => write(ownKey(assignment), draft),
    leaveDraft: (assignment, draft, name) => write(`${DRAFT}${assignment}.${name}`, draft),
    draftOf(assignment) {
      const own = read(ownKey(assignment), keptDraftSchema);
      if (own !== null) return own;
      const left = keysOf(`${DRAFT}${assignment}.`).flatMap((key) => read(key, keptDraftSchema) ?? []);
      return left.sort((a, b) => b.atMs - a.atMs)[0] ?? null;
    },
    dropDraft(assignment, settled) {
      remove(ownKey(assignment));
      for (const key of keysOf(`${DRAFT}${assignment}.`)) {
        const draft = read(key, keptDraftSchema);
        if (draft === null || settled(draft)) remove(key);
      }
    },
    // By its own name: another tab's submission of the same item is not written over.
    keepSubmission: (submission) => write(SUBMISSION + submission.key, submission),
    submissions: () =>
      keysOf(SUBMISSION)
        .flatMap((key) => read(key, keptSubmissionSchema) ?? [])
        .sort((a, b) => a.atMs - b.atMs),
    dropSubmission: (key) => remove(SUBMISSION + key),
  };
}
