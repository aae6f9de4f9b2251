import type { DriftAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { drift } from '../../../lib/domain/agreement/index.ts';
import type { Table } from './table.ts';

/** Agreement over time: of each item the share of pairs that agree, at the time of its last label; or of one annotator's pairs. */
export function driftOf(table: Table, person: string | undefined, windows: number): DriftAnswer {
  const scored = table.items.flatMap(({ units }) => {
    let pairs = 0;
    let agree = 0;
    let atMs = 0;
    for (const { ratings } of units) {
      for (const [index, a] of ratings.entries()) {
        for (const b of ratings.slice(index + 1)) {
          const own = [a, b].find(({ label }) => label.person === person);
          if (person !== undefined && own === undefined) continue;
          pairs += 1;
          if (a.value === b.value) agree += 1;
          const times = own === undefined ? [a, b] : [own];
          atMs = Math.max(atMs, ...times.map(({ label }) => label.submittedAtMs));
        }
      }
    }
    return pairs === 0 ? [] : [{ atMs, score: agree / pairs }];
  });
  const found = drift(scored, windows);
  return { ...found, windows: found.windows.map((window) => ({ ...window })) };
}
