/** How it is settled what is so: by a decision, by two people or more who say the same, by one who is alone; or it is not. */
export type Settled = 'decided' | 'agreed' | 'single' | 'disputed';

/** What one label says of one thing. */
export interface Word {
  readonly person: string;
  readonly submittedAtMs: number;
  /** Null: nothing. Equal texts mean the same. */
  readonly says: string | null;
  /** False: taken over, or given to many at once. It can dispute, but does not make agreement. */
  readonly independent: boolean;
}

export type Settlement =
  | { readonly settled: Exclude<Settled, 'disputed'>; readonly says: string }
  | { readonly settled: 'disputed' };

/**
 * The one rule of what people say of a thing: what was decided; else what nobody who said something disputes. A person who labelled a run in
 * two queues is one person, whose last word counts. Undefined: nobody said anything.
 */
export function settleWords(decided: string | null, words: readonly Word[]): Settlement | undefined {
  if (decided !== null) return { settled: 'decided', says: decided };
  const said = lastByPerson(words.filter(({ says }) => says !== null));
  const [first] = said;
  if (first === undefined || first.says === null) return undefined;
  if (said.some(({ says }) => says !== first.says)) return { settled: 'disputed' };
  const own = said.filter(({ independent }) => independent).length;
  return { settled: own > 1 ? 'agreed' : 'single', says: first.says };
}

/** The newest of each person, in the order in which people come first. */
export function lastByPerson<T extends { readonly person: string; readonly submittedAtMs: number }>(
  labels: readonly T[],
): T[] {
  const last = new Map<string, T>();
  for (const label of labels) {
    const known = last.get(label.person);
    if (known === undefined || known.submittedAtMs < label.submittedAtMs) last.set(label.person, label);
  }
  return [...last.values()];
}

/** The newest decision stands: a run may be in two queues. */
export function lastDecision<T extends { readonly atMs: number }>(decisions: readonly T[]): T | undefined {
  return [...decisions].sort((a, b) => b.atMs - a.atMs)[0];
}
