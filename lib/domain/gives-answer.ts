interface AnsweringStep {
  readonly seq: number;
  readonly kind: string;
}

/** The mark of a verify or done that gave the final answer is the answer's. */
export function givesAnswer(
  { seq, kind }: AnsweringStep,
  { finalAnswerSeq }: { readonly finalAnswerSeq: number | null },
): boolean {
  return seq === finalAnswerSeq && (kind === 'verify' || kind === 'done');
}
