/** 24 hex digits that nobody guesses. Not `crypto.randomUUID`, which is not there where a page came over plain HTTP from another machine. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
