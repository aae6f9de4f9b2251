import { seeded } from './seeded.ts';

/**
 * Whether a person sees the second run of a pair as A. Drawn for each pair and person (and again for a hidden repeat), the same whenever and
 * in whatever queue it is asked, so that words of an earlier label still name the right run. What is kept of a label names the runs as the
 * item does.
 */
export function sidesSwapped(
  { run, otherRun }: { readonly run: string; readonly otherRun: string },
  person: string,
  round: number,
): boolean {
  return seeded('sides', run, otherRun, person, round) % 2 === 1;
}
