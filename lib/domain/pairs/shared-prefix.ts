import { tokenOf, type PairStep } from './step-token.ts';

/** Where two runs part. */
export interface SharedPrefix {
  /** Calls that both share from their beginning on. */
  readonly calls: number;
  /** The first step of each that the other has not; null: it ended there. */
  readonly seq: number | null;
  readonly otherSeq: number | null;
}

interface Steps {
  /** Names the first state. */
  readonly seed: string;
  readonly steps: readonly PairStep[];
}

/** Pure. Runs that began in different states share nothing. */
export function sharedPrefix(a: Steps, b: Steps): SharedPrefix {
  const [mine, others] = [counted(a.steps), counted(b.steps)];
  let at = 0;
  if (a.seed === b.seed) while (at < mine.length && mine[at]?.token === others[at]?.token) at += 1;
  // A run that ended as the other did shares its end too, which is no call.
  const calls = mine.slice(0, at).filter(({ isCall }) => isCall).length;
  return { calls, seq: mine[at]?.seq ?? null, otherSeq: others[at]?.seq ?? null };
}

function counted(steps: readonly PairStep[]) {
  return steps.flatMap((step) => {
    const { kind, seq, call } = step;
    if (kind === 'verify' || kind === 'done') return [{ seq, token: `end ${call}`, isCall: false }];
    return kind === 'call_tool' ? [{ seq, token: tokenOf(step), isCall: true }] : [];
  });
}
