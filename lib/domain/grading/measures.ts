import { confusionOf, type Judged, wilson, type Share } from '../agreement/index.ts';

export interface Measures {
  /** Verdict complete or not × people complete or not. */
  readonly truePasses: number;
  readonly falsePasses: number;
  readonly falseFailures: number;
  readonly trueFailures: number;
  readonly n: number;
  /** Of the runs that the verifier passed, those that people call complete. Null: it passed none. */
  readonly precision: Share | null;
  /** Of the runs that people call complete, those that it passed. Null: there are none. */
  readonly recall: Share | null;
  /** Of the runs that people do not call complete, those that it failed. Null: there are none. */
  readonly specificity: Share | null;
  /** Null: not defined, where verdicts and people know one class between them, or n is 0. */
  readonly kappa: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/** A verifier held against people. Shares have Wilson's 95 % interval, κ that of Fleiss, Cohen and Everitt. */
export function measure(judged: readonly Judged[]): Measures {
  const table = confusionOf(judged);
  const truePasses = table.completeComplete;
  const falsePasses = table.completeOther;
  const falseFailures = table.otherComplete;
  const trueFailures = table.otherOther;
  return {
    truePasses,
    falsePasses,
    falseFailures,
    trueFailures,
    n: table.n,
    precision: wilson(truePasses, truePasses + falsePasses),
    recall: wilson(truePasses, truePasses + falseFailures),
    specificity: wilson(trueFailures, trueFailures + falsePasses),
    kappa: table.kappa,
  };
}
