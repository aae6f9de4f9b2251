/** How far the server's clock is ahead of this machine's, in milliseconds: times that the server names are told against its own. */
let ahead = 0;

/** Differences below this are the answer's way and the header's whole seconds. */
const NOTICED_MS = 5_000;

/** An answer's `Date`. */
export function heardDate(date: string | null): void {
  if (date === null) return;
  const at = Date.parse(date);
  if (Number.isNaN(at)) return;
  const found = at - Date.now();
  ahead = Math.abs(found) < NOTICED_MS ? 0 : found;
}

/** Unix milliseconds by the server's clock, as far as it was heard. */
export function serverNow(): number {
  return Date.now() + ahead;
}
