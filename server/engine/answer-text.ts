/** A verify's final answer as the verifier gets it: anything but a string is shown as JSON. Null: none was given. */
export function answerText(given: unknown): string | null {
  if (given === null || given === undefined) return null;
  return typeof given === 'string' ? given : JSON.stringify(given);
}
