import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tempDir } from '../../store/testing.ts';
import { Uploads } from './uploads.ts';

it('a file that is cut off, or whose import is given up meanwhile, is not taken and leaves nothing', async () => {
  using dir = tempDir();
  const root = join(dir.path, 'imports');
  await using uploads = new Uploads(root);
  const id = uploads.start();
  const cut = new PassThrough();
  cut.write('x'.repeat(1_000));
  const first = uploads.put(id, 'a.json', cut);
  setImmediate(() => cut.destroy());
  await expect(first).rejects.toMatchObject({ code: 'invalid_request' });
  expect(readdirSync(join(root, id))).toEqual([]);
  expect(() => uploads.take(id)).toThrow('No file was sent');
  const slow = new PassThrough();
  slow.write('x');
  const second = uploads.put(id, 'b.json', slow);
  await uploads.drop(id);
  slow.end('y');
  await expect(second).rejects.toMatchObject({ code: 'not_found' });
  expect(readdirSync(root)).toEqual([]);
});

it('of files that come under one path one stays, whole, at whatever moment the import is run', async () => {
  using dir = tempDir();
  await using uploads = new Uploads(join(dir.path, 'imports'));
  for (let turns = 0; turns <= 40; turns += 1) {
    const id = uploads.start();
    await uploads.put(id, 'a.json', PassThrough.from(['old']));
    const sending = uploads.put(id, 'a.json', PassThrough.from(['new']));
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    const run = async () => {
      await using source = uploads.take(id);
      return String(await source.files[0]?.read(10));
    };
    const early = await run().catch((error: unknown) => String(error));
    if (early.includes('still being sent')) {
      await sending;
      expect(await run()).toBe('new');
    } else {
      await sending;
      expect(early).toBe('new');
    }
  }
});
