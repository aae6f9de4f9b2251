import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataset } from '../server/dataset/dataset.ts';
import { sourceScenario, tempDir, writeFiles } from '../server/dataset/testing/packs.ts';
import { makePack } from './make-pack.ts';

it('copies a source pack into a JSONL pack of public size', async () => {
  await using dir = await tempDir();
  await writeFiles(join(dir.path, 'from'), { ...sourceScenario('shop'), ...sourceScenario('bank') });
  const out = join(dir.path, 'out');
  const sizes = await makePack({ from: join(dir.path, 'from'), out, scenarios: 5 });
  expect(sizes['gen_envs.jsonl']).toBeGreaterThan(5 * 104_000);

  await using dataset = await createDataset({
    packs: [{ path: out, trusted: false }],
    cacheDir: join(dir.path, 'c'),
    watch: false,
  });
  expect(dataset.packs()[0]?.problems).toEqual([]);
  expect(dataset.list().map(({ key }) => key)).toEqual(['bank_1', 'shop_1', 'bank_2', 'shop_2', 'bank_3']);
  expect(dataset.find('shop_2')?.verifiers).toEqual([{ code: true, sql: true }]);
  const sources = await Promise.all(dataset.list().map(({ key }) => dataset.source(key)));
  expect(new Set(sources.map(({ hash }) => hash)).size).toBe(5);
  expect(sources[1]?.code.endsWith('# shop\napp = 1\n')).toBe(true);
  const verifiers = await Promise.all(dataset.list().map(({ key }) => dataset.verifier(key, 0, 'sql')));
  expect(new Set(verifiers.map((verifier) => verifier?.hash)).size).toBe(5);
  expect(verifiers[0]).toMatchObject({ successCriteria: 's', functionName: 'verify_task' });
});
