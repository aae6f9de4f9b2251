import { expect, it } from 'vitest';
import type { Principal } from '../../lib/contracts/people.ts';
import { createLooks } from './looks.ts';

const person = (id: string): Principal => ({ id, name: id, via: 'local', roles: [], permissions: new Set() });

it('tells a look from before, of others and of nobody from one since', () => {
  let now = 1_000;
  const looks = createLooks(() => now);
  now = 2_000;
  looks.note(person('ann'));
  looks.note(person(''));
  expect(looks.mayHaveLooked('ann', 1_500)).toBe(true);
  expect(looks.mayHaveLooked('ann', 2_500)).toBe(false);
  expect(looks.mayHaveLooked('ben', 1_500)).toBe(false);
  expect(looks.mayHaveLooked('', 1_500)).toBe(false);
});

it('knows nothing of the time before its start', () => {
  expect(createLooks(() => 1_000).mayHaveLooked('ann', 900)).toBe(true);
});

it('forgets the oldest of many, and says so', () => {
  let now = 1;
  const looks = createLooks(() => now);
  for (let n = 0; n <= 10_000; n += 1) {
    now += 1;
    looks.note(person(`p${String(n)}`));
  }
  expect(looks.mayHaveLooked('p0', 2)).toBe(true);
  expect(looks.mayHaveLooked('p10000', now + 1)).toBe(false);
});
