import { describe, expect, it } from 'vitest';
import { alignPaths, type AlignBy, type AlignedStep, type Alignment } from './index.ts';

const run = (text: string): AlignedStep[] =>
  Array.from(text, (letter) => ({ call: letter, state: letter === '?' ? null : letter.toLowerCase() }));

/** Rows as text, `.` for no step. */
function drawn(texts: readonly string[], { rows }: Alignment): string[] {
  return texts.map((text, i) => rows.map(({ cells }) => text[cells[i] ?? -1] ?? '.').join(''));
}

describe('aligning paths', () => {
  it('folds the prefix that all share and names where they part', () => {
    const texts = ['abcde', 'abXde', 'abcd'];
    const aligned = alignPaths(texts.map(run), 'call');
    expect(drawn(texts, aligned)).toEqual(['abcde', 'abXde', 'abcd.']);
    expect(aligned).toMatchObject({ sharedPrefix: 2, firstDivergence: 2 });
  });

  it('puts calls that one of them makes besides into rows of their own', () => {
    const texts = ['abcd', 'abxcd', 'bcd'];
    const aligned = alignPaths(texts.map(run), 'call');
    expect(drawn(texts, aligned)).toEqual(['ab.cd', 'abxcd', '.b.cd']);
    expect(aligned.rows.map(({ same }) => same)).toEqual([false, true, false, true, true]);
  });

  it('by state, calls that led to the same one are the same; a state that is not known is told by its call', () => {
    const [one, two] = [run('aBc'), run('AbC')];
    expect(alignPaths([one, two], 'call').firstDivergence).toBe(0);
    expect(alignPaths([one, two], 'state').firstDivergence).toBeNull();
    expect(alignPaths([run('a?b'), run('a?b')], 'state')).toMatchObject({ sharedPrefix: 3 });
  });

  it('of nothing is nothing, of an empty run a row without it', () => {
    expect(alignPaths([], 'call')).toEqual({ rows: [], sharedPrefix: 0, firstDivergence: null });
    expect(alignPaths([[], run('a')], 'call').rows).toEqual([{ cells: [null, 0], same: false }]);
  });

  it('of long runs does not take long', () => {
    const long = (shift: number): AlignedStep[] =>
      Array.from({ length: 6_000 }, (_, i) => ({ call: String((i * 7 + shift) % 9_001), state: null }));
    const started = performance.now();
    const { rows } = alignPaths([long(0), long(700), long(1_400)], 'call');
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(rows.filter(({ cells }) => !cells.includes(null)).length).toBeGreaterThan(1_000);
  });
});

describe('aligning any paths', () => {
  it('puts every step into exactly one row, in order; equal runs align fully', () => {
    const random = generator(11);
    for (let round = 0; round < 1_500; round += 1) {
      const runs = Array.from({ length: 1 + random(6) }, () => some(random));
      const by: AlignBy = random(2) === 0 ? 'call' : 'state';
      if (random(3) === 0) runs.push(runs[0] ?? []);
      const aligned = alignPaths(runs, by);
      runs.forEach((steps, i) => {
        const placed = aligned.rows.flatMap(({ cells }) => cells[i] ?? []);
        expect(placed).toEqual([...steps.keys()]);
      });
      for (const { cells } of aligned.rows) {
        expect(cells).toHaveLength(runs.length);
        expect(cells.some((cell) => cell !== null)).toBe(true);
      }
      const [first = []] = runs;
      const twins = alignPaths([first, first, first], by);
      expect(twins).toMatchObject({ sharedPrefix: first.length, firstDivergence: null });
      expect(twins.rows.every(({ cells }, row) => cells.every((cell) => cell === row))).toBe(true);
    }
  });
});

function some(random: (below: number) => number): AlignedStep[] {
  return Array.from({ length: random(12) }, () => ({
    call: String(random(4)),
    state: random(5) === 0 ? null : String(random(3)),
  }));
}

/** Numbers that look random and are the same each time (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
