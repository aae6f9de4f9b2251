import { describe, expect, it } from 'vitest';
import { tempDir } from '../testing.ts';
import { checkedChanges } from './testing/plain-difference.ts';
import { Chance, RandomDatabase } from './testing/random-database.ts';

const SEQUENCES = 2000;
const FIRST_SEED = 1;

describe('change sets', () => {
  it(`say what SQL says, for ${SEQUENCES} random sequences of changes`, () => {
    using dir = tempDir();
    const seen = { updated: 0, inserted: 0, deleted: 0, schema: 0, renamed: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEQUENCES; seed++) {
      const chance = new Chance(seed);
      using database = new RandomDatabase(chance);
      const before = database.bytes();
      const actions = Array.from({ length: 1 + chance.below(5) }, () => database.mutate());
      const after = database.bytes();
      for (const [from, to] of [
        [before, after],
        [after, before],
      ] as const) {
        const { set, faults } = checkedChanges(dir.path, from, to);
        expect(faults, `seed ${seed}: ${actions.join(', ')}`).toEqual([]);
        seen.updated += set.updated;
        seen.inserted += set.inserted;
        seen.deleted += set.deleted;
        seen.schema += set.schema.length;
        seen.renamed += set.schema.filter(({ change }) => change === 'renamed').length;
      }
    }
    // The sequences are worth something: every kind of change came often.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  }, 240_000);
});
