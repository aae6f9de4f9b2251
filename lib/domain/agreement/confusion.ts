import { cohensKappa, type Kappa } from './kappa.ts';

/** A verdict beside a person's word, both as "complete or not". */
export interface Judged {
  readonly verdict: boolean;
  readonly label: boolean;
}

export interface Confusion {
  readonly completeComplete: number;
  readonly completeOther: number;
  readonly otherComplete: number;
  readonly otherOther: number;
  readonly n: number;
  readonly agrees: number;
  readonly kappa: Kappa | null;
}

/** Verdicts × labels. */
export function confusionOf(judged: Iterable<Judged>): Confusion {
  let [completeComplete, completeOther, otherComplete, otherOther] = [0, 0, 0, 0];
  for (const { verdict, label } of judged) {
    if (verdict && label) completeComplete += 1;
    else if (verdict) completeOther += 1;
    else if (label) otherComplete += 1;
    else otherOther += 1;
  }
  const kappa = cohensKappa([
    [completeComplete, completeOther],
    [otherComplete, otherOther],
  ]);
  const agrees = completeComplete + otherOther;
  const n = agrees + completeOther + otherComplete;
  return { completeComplete, completeOther, otherComplete, otherOther, n, agrees, kappa };
}
