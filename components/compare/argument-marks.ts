import type { PathStep } from '../../lib/contracts/branches.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';

/** One argument of a call, and whether the calls beside it have the same. */
export interface MarkedArgument {
  readonly name: string;
  /** As it was sent; null: this call lacks it, another has it. */
  readonly text: string | null;
  readonly differs: boolean;
}

/**
 * The arguments of the calls of one row, each marked where they are not the same in all. Calls of different tools are not
 * held against each other; null stands for a run without a step here.
 */
export function markArguments(steps: readonly (PathStep | null)[]): readonly (readonly MarkedArgument[])[] {
  const sent = steps.map((step) => (step === null ? null : argumentsOf(step)));
  return steps.map((step, index) => {
    const own = sent[index];
    if (step === null || own === null || own === undefined) return [];
    const peers = sent.filter(
      (other, at): other is Arguments =>
        other !== null && at !== index && steps[at]?.toolName === step.toolName,
    );
    const names = new Set([...own.keys(), ...peers.flatMap((peer) => [...peer.keys()])]);
    return [...names].map((name) => {
      const text = own.get(name) ?? null;
      return { name, text, differs: peers.some((peer) => (peer.get(name) ?? null) !== text) };
    });
  });
}

type Arguments = ReadonlyMap<string, string>;

function argumentsOf({ argumentsJson }: PathStep): Arguments {
  if (argumentsJson === null) return new Map();
  try {
    const parsed = parseLossless(argumentsJson);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return new Map(
        Object.entries(parsed).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      );
    }
  } catch {
    // Cut where it was too long: told apart as text.
  }
  return new Map([['', argumentsJson]]);
}
