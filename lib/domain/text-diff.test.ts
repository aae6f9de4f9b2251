import { describe, expect, it } from 'vitest';
import { diffJson, diffText } from './text-diff.ts';

describe('diffText', () => {
  it('finds the words that changed', () => {
    expect(diffText('the quick brown fox', 'the slow brown fox jumps')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'removed', text: 'quick' },
      { kind: 'added', text: 'slow' },
      { kind: 'same', text: ' brown fox' },
      { kind: 'added', text: ' jumps' },
    ]);
  });

  it('loses nothing of either text', () => {
    const random = seeded(7);
    for (let i = 0; i < 300; i += 1) {
      const [was, now] = [words(random), words(random)];
      const pieces = diffText(was, now);
      const side = (kind: string): string =>
        pieces
          .filter((piece) => piece.kind === 'same' || piece.kind === kind)
          .map(({ text }) => text)
          .join('');
      expect(side('removed')).toBe(was);
      expect(side('added')).toBe(now);
    }
  });

  it('answers for long texts without end', () => {
    const was = Array.from({ length: 20_000 }, (_, i) => `line ${i}`).join('\n');
    const now = Array.from({ length: 20_000 }, (_, i) => `other ${i}`).join('\n');
    expect(diffText(was, now).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});

describe('diffJson', () => {
  it('names the places that changed, with numbers as they are written', () => {
    expect(diffJson('{"a":1.0,"b":[1,2],"odd key":null}', '{"a":1,"b":[1,3,4],"c":{"d":true}}')).toEqual([
      { path: '$.a', kind: 'changed', was: '1.0', now: '1' },
      { path: '$.b[1]', kind: 'changed', was: '2', now: '3' },
      { path: '$.b[2]', kind: 'added', was: null, now: '4' },
      { path: '$["odd key"]', kind: 'removed', was: 'null', now: null },
      { path: '$.c', kind: 'added', was: null, now: '{"d":true}' },
    ]);
  });

  it('is for objects and arrays only', () => {
    expect(diffJson('12', '13')).toBeNull();
    expect(diffJson('{"a":1}', '{"a"')).toBeNull();
  });
});

function words(random: () => number): string {
  return Array.from({ length: Math.floor(random() * 12) }, () =>
    'abc '.charAt(Math.floor(random() * 4)),
  ).join('');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
