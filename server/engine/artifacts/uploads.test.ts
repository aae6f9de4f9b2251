import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
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
