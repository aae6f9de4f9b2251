import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDataset, type Dataset } from '../../dataset/index.ts';
import { sourceScenario, tempDir, writeFiles, type TempDir } from '../../dataset/testing/packs.ts';
import { checkScenario, readCheckInputs } from './check-scenario.ts';
import { createFakeHost } from './testing.ts';

async function openPack(dir: TempDir): Promise<Dataset> {
  await writeFiles(join(dir.path, 'pack'), sourceScenario('shop'));
  return createDataset({
    packs: [{ path: join(dir.path, 'pack'), trusted: true }],
    cacheDir: join(dir.path, 'cache'),
    watch: false,
  });
}

const { signal } = new AbortController();

describe('checkScenario', () => {
  it('gathers findings of the seed, the routes, the probes and the verifiers', async () => {
    await using dir = await tempDir();
    await using dataset = await openPack(dir);
    const shadowed = { code: 'shadowed_route', message: 'a hides b' } as const;
    const seen: string[] = [];
    const host = await createFakeHost({
      dir: dir.path,
      prepared: {
        findings: [shadowed],
        seedErrors: [{ table: 'users', statement: 'INSERT x', message: 'no such table' }],
      },
      probed: [shadowed, { code: 'mutable_state', message: 'CACHE' }],
      outcome: (run) => {
        seen.push(
          readFileSync(run.initialDb, 'utf8'),
          readFileSync(run.finalDb, 'utf8'),
          String(run.finalAnswer),
        );
        return { kind: 'returned', value: { result: 'complete' }, stdout: '', ms: 1, readsClock: false };
      },
    });
    const check = await checkScenario(host, await readCheckInputs(dataset, 'SHOP'), signal);
    expect(check).toMatchObject({ key: 'shop', pack: 'pack', tools: 1, tasks: 1, verifiers: 1 });
    expect(check.findings.map(({ code }) => code)).toEqual([
      'seed_error',
      'shadowed_route',
      'mutable_state',
      'trivial_verifier',
    ]);
    expect(check.findings.at(-1)?.details).toEqual({ task_idx: 0 });
    expect(seen).toEqual(['initial', 'template', '']);
    expect(host.released).toBe(1);
  });

  it('tells a verifier that fails, and a scenario that does not run', async () => {
    await using dir = await tempDir();
    await using dataset = await openPack(dir);
    const inputs = await readCheckInputs(dataset, 'shop');
    const raising = await createFakeHost({
      dir: dir.path,
      outcome: () => ({
        kind: 'raised',
        error: "KeyError: 'x'",
        traceback: '',
        stdout: '',
        ms: 1,
        readsClock: false,
      }),
    });
    const [finding] = (await checkScenario(raising, inputs, signal)).findings;
    expect(finding).toMatchObject({ code: 'verifier_failed' });
    expect(finding?.message).toContain("KeyError: 'x'");

    const broken = await createFakeHost({ dir: dir.path, broken: ['shop'] });
    const check = await checkScenario(broken, inputs, signal);
    expect(check).toMatchObject({
      tools: null,
      verifiers: 0,
      findings: [{ code: 'import_failed', message: 'shop: SyntaxError' }],
    });
  });

  it('has another hash when a verifier changes', async () => {
    await using dir = await tempDir();
    await using before = await openPack(dir);
    const { hash } = await readCheckInputs(before, 'shop');
    await writeFile(join(dir.path, 'pack/shop/tasks/0/verify_code.py'), 'def verify_x(a, b): pass\n');
    await using after = await createDataset({
      packs: [{ path: join(dir.path, 'pack'), trusted: true }],
      cacheDir: join(dir.path, 'cache'),
      watch: false,
    });
    expect((await readCheckInputs(after, 'shop')).hash).not.toBe(hash);
    await expect(readCheckInputs(after, 'none')).rejects.toMatchObject({ code: 'not_found' });
  });
});
