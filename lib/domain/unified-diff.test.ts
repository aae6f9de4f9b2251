import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('');

describe('unifiedDiff', () => {
  it('is what diff -u says', () => {
    const was = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
    const now = lines('a', 'b', 'C', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm');
    expect(unifiedDiff('x.py', was, now)).toBe(
      lines(
        '--- a/x.py',
        '+++ b/x.py',
        '@@ -1,6 +1,6 @@',
        ' a',
        ' b',
        '-c',
        '+C',
        ' d',
        ' e',
        ' f',
        '@@ -10,3 +10,4 @@',
        ' j',
        ' k',
        ' l',
        '+m',
      ),
    );
  });

  it('names missing line ends, empty sides and nothing', () => {
    expect(unifiedDiff('x', 'a', 'a\n')).toBe(
      '--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n',
    );
    expect(unifiedDiff('x', '', 'a\n')).toBe('--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n');
    expect(unifiedDiff('x', 'a\n', 'a\n')).toBe('');
  });
});
