import { createHash } from 'node:crypto';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';

/**
 * Labels in an order drawn for each item and person, the same each time they look: nobody learns whose label is usually A. It
 * hangs on the assignments, which stay the same when a label is given anew.
 */
export function drawn(
  labels: readonly SubmissionRecord[],
  item: string,
  person: string,
): readonly SubmissionRecord[] {
  const lot = ({ assignment }: SubmissionRecord) =>
    createHash('sha256')
      .update(JSON.stringify([item, person, assignment]))
      .digest('hex');
  return labels
    .map((label) => ({ label, lot: lot(label) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ label }) => label);
}

/** A for 0; an item has at most 20 labels. */
export function letterAt(index: number): string {
  return String.fromCharCode(65 + index);
}

export function indexOfLetter(letter: string): number {
  return letter.charCodeAt(0) - 65;
}
