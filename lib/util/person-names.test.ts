import { expect, it } from 'vitest';
import { fitName, isFitName, sameNameKey } from './person-names.ts';

it.each(['Lena', '李雷', 'می\u200cخواهم', 'Jo 🙂', "O'Neil-Ö (2)", '👩\u200d🔬'])('takes %s', (name) => {
  expect(isFitName(name)).toBe(true);
});

it.each(['\u200b', '\u3164', '\u2800', 'Lena\u202e', 'a\nb', 'a\u2028b', '\u2066Lena\u2069', 'a\ud800', ''])(
  'refuses %j',
  (name) => {
    expect(isFitName(name)).toBe(false);
  },
);

it('knows names that look the same', () => {
  for (const name of ['LENA', 'Lena\u200b', '\ufeffLena', 'Ｌｅｎａ', 'Le\u00adna', 'Le na'])
    expect(sameNameKey(name)).toBe(sameNameKey('Lena'));
  expect(sameNameKey('Lene')).not.toBe(sameNameKey('Lena'));
  expect(fitName('\u202eLena\n')).toBe('Lena');
});
