import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataset, createVerifier } from '../../dataset/index.ts';
import { jsonl, jsonlPack, tempDir, verifierRow, writeFiles } from '../../dataset/testing/packs.ts';
import { packPatch } from './pack-patch.ts';

it('is the replaced row of a JSONL pack: put in its place, the pack has the new verifier and the rest as it was', async () => {
  await using dir = await tempDir();
  const own = (idx: number) =>
    verifierRow('shop', idx, `def verify_${String(idx)}(a, b):\n    return {}\n`, '{"reasoning":"é"}');
  await writeFiles(dir.path, {
    ...jsonlPack('shop'),
    'gen_tasks.jsonl': jsonl({ scenario: 'shop', tasks: ['one', 'two'] }),
    'gen_verifier.pure_code.jsonl': jsonl(own(0), { ...(own(1) as object), weight: 2.5 }),
  });
  const open = () =>
    createDataset({
      packs: [{ path: dir.path, trusted: true }],
      cacheDir: join(dir.path, 'cache'),
      watch: false,
    });
  const code = 'def verify_1(a, b):\n    return {"result": "complete"}\n';
  const { file, text, line, oldHash, newHash } = await (async () => {
    await using dataset = await open();
    const [found, now] = [
      await dataset.verifierFile('shop', 1, 'code'),
      await dataset.verifier('shop', 1, 'code'),
    ];
    if (found === undefined || now === undefined) throw new Error('no verifier');
    return packPatch('p', found, now, createVerifier('code', code, now));
  })();
  expect([line, JSON.parse(text)]).toMatchObject([
    2,
    { scenario: 'shop', task_idx: 1, weight: 2.5, replaces: { old_hash: oldHash, new_hash: newHash } },
  ]);
  const path = join(dir.path, file);
  const rows = (await readFile(path, 'utf8')).trimEnd().split('\n');
  rows[(line ?? 0) - 1] = text.trimEnd();
  await writeFile(path, `${rows.join('\n')}\n`);
  await using patched = await open();
  expect(await patched.verifier('shop', 1, 'code')).toMatchObject({ hash: newHash, code, reasoning: 'é' });
  expect((await patched.verifier('shop', 0, 'code'))?.functionName).toBe('verify_0');
  expect(patched.packs()[0]?.problems).toEqual([]);
});
