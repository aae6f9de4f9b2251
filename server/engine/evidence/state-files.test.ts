import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tempDir } from '../../store/testing.ts';
import { StateFiles } from './state-files.ts';

it('a state of two runs is written from the other where one of them is gone', async () => {
  using dir = tempDir();
  await using files = new StateFiles(join(dir.path, 'states'));
  const gone = async () => {
    await setTimeout(5);
    throw new Error('There is no such run.');
  };
  const first = files.hold('a', gone);
  const others = [1, 2, 3].map(() => files.hold('a', (path) => writeFile(path, 'state')));
  await expect(first).rejects.toThrow('no such run');
  for (const held of await Promise.all(others)) {
    expect(existsSync(held.path)).toBe(true);
    held[Symbol.dispose]();
  }
});
