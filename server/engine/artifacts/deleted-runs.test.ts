import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { change, makeSeed, startOn, stepInput, tempDir } from '../../store/testing.ts';
import { exportZip } from './export-zip.ts';
import { createLibrary } from './testing/library.ts';

const NO_PACK = { find: () => undefined, source: () => Promise.reject(new Error('none')) };

it('a deleted run that is imported meanwhile and then brought back is there twice, each whole', async () => {
  using dir = tempDir();
  makeSeed(join(dir.path, 'seed.db'), 60);
  await using library = await createLibrary();
  const { store } = library;
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const start = startOn(join(dir.path, 'seed.db'), dir.path);
    const recorder = store.begin(start);
    change(start.dbPath, `UPDATE orders SET status = '${start.id}' WHERE id = 1`);
    recorder.step(stepInput());
    recorder.end('done');
    ids.push(start.id);
  }
  await store.settled();
  const zip = join(dir.path, 'runs.zip');
  await writeFile(zip, exportZip({ store, dataset: NO_PACK }, ids));
  const { id: deletion } = await store.keeping.delete(ids, 'Ada');
  const lines = await library.bring(zip);
  expect(lines.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  const imported = lines.map(({ run }) => run ?? '');
  expect(await store.keeping.undo(deletion)).toBe(3);
  expect(new Set([...ids, ...imported]).size).toBe(6);
  for (const id of [...ids, ...imported]) {
    expect(store.steps(id)).toHaveLength(1);
    await store.snapshotTo(id, 1, join(dir.path, 'out.db'));
  }
  // What was imported is known by its content, and comes in no third time.
  expect((await library.bring(zip)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped']);
});
