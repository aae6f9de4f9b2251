import { asker } from './asker.ts';
import { askWho } from './queries/who.ts';

/** Whose work a page holds, and whether its requests are still theirs. */
export interface AuthorIdentity {
  readonly isAuthor: () => boolean;
  /** Id of the person; null: not known yet. */
  readonly author: () => string | null;
  /** Asks the server. Never rejects. */
  readonly lookAgain: () => Promise<void>;
}

/** Of what is opened now: the person who opened it is its author. */
export function authorIdentity(): AuthorIdentity {
  let author = asker() ?? null;
  return {
    isAuthor() {
      const who = asker();
      if (who === undefined || who === null) return false;
      author ??= who;
      return author === who;
    },
    author: () => author,
    lookAgain,
  };
}

/** Asks the server who asks. Where it does not answer, nothing is known that was not. */
export async function lookAgain(): Promise<void> {
  await askWho().catch(() => undefined);
}
