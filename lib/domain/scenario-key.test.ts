import { describe, expect, it } from 'vitest';
import { scenarioKey } from './scenario-key.ts';

describe('scenarioKey', () => {
  it.each([
    ['BANKING FINTECH 2', 'banking_fintech_2'],
    ['e-commerce & marketplace (11)', 'e_commerce_marketplace_11'],
    ['__a___b__', 'a_b'],
    ['  padded  ', 'padded'],
    ['café', 'caf'],
    ['already_fine_1', 'already_fine_1'],
    ['!!!', ''],
  ])('%j becomes %j', (name, key) => {
    expect(scenarioKey(name)).toBe(key);
  });

  it('is idempotent', () => {
    const once = scenarioKey('Some -- Name__x');
    expect(scenarioKey(once)).toBe(once);
  });
});
