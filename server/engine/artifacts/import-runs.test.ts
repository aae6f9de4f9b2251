import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../../config.ts';
import { createDataset } from '../../dataset/index.ts';
import { tempDir } from '../../store/testing.ts';
import { createLibrary } from './testing/library.ts';

const PARITY = join(PROJECT_DIR, '..', 'shared', 'parity', 'session-folder');
const SAMPLE = join(PROJECT_DIR, '..', 'shared', 'awm-1k-sample');

describe.skipIf(!existsSync(PARITY))('the reference’s session folder (in ../shared)', () => {
  it('comes in whole: every file and value as it was', async () => {
    await using library = await createLibrary();
    const [line, ...more] = await library.bring(PARITY);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ outcome: 'warning' });
    expect(line?.message).toContain('11 steps were made and 7 are listed');
    const id = line?.run ?? '';
    const { store } = library;
    for (const name of ['trajectory.json', 'server.py', 'server.log'])
      expect(store.artifacts.file(id, name)?.equals(readFileSync(join(PARITY, name)))).toBe(true);
    const episode = store.episode(id);
    expect(episode).toMatchObject({
      scenario: 'banking_fintech_2',
      taskIdx: 3,
      actor: 'unnamed client',
      origin: 'imported',
      verdict: 'complete',
      reward: 1,
      steps: 7,
      endReason: 'done',
    });
    const initial = readFileSync(join(PARITY, 'banking_fintech_2_initial.db'));
    const final = readFileSync(join(PARITY, 'banking_fintech_2.db'));
    expect(store.artifacts.state(episode?.seedHash ?? '').equals(initial)).toBe(true);
    expect(store.artifacts.state(episode?.finalHash ?? '').equals(final)).toBe(true);
    const trajectory = JSON.parse(readFileSync(join(PARITY, 'trajectory.json'), 'utf8')) as {
      trajectory: { action: string; arguments?: unknown; result?: string; error?: string }[];
    };
    const steps = store.steps(id);
    trajectory.trajectory.forEach((entry, i) => {
      expect(steps[i]?.kind).toBe(entry.action);
      if (entry.action === 'list_tools') return;
      expect(JSON.parse(steps[i]?.argumentsJson ?? '')).toEqual(entry.arguments);
      if (entry.action !== 'call_tool') return;
      const { tool_result: result = null, error = null } = JSON.parse(
        steps[i]?.observationJson ?? '',
      ) as Record<string, unknown>;
      expect([result, error]).toEqual([entry.result, entry.error]);
    });
    await store.settled();
    expect(store.recordedStates(id).map(({ unavailable }) => unavailable?.code ?? 'known')).toEqual([
      'known',
      'known',
      ...Array.from({ length: 4 }, () => 'not_recorded'),
      'known',
      'known',
    ]);
    expect(store.episode(id)?.finalNormalised).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await library.bring(PARITY);
    expect(row).toMatchObject({ outcome: 'skipped', run: id });
  });

  it.skipIf(!existsSync(SAMPLE))(
    'is taken for the scenario that is here where its code is the same',
    async () => {
      await using dataset = await createDataset({
        packs: [{ path: SAMPLE, trusted: false }],
        cacheDir: tempDir().path,
        watch: false,
      });
      await using library = await createLibrary(dataset);
      const [line] = await library.bring(PARITY);
      const source = await dataset.source('banking_fintech_2');
      expect(library.store.episode(line?.run ?? '')?.scenarioHash).toBe(source.hash);
      expect(library.store.artifacts.toRebuild(10)).toEqual([line?.run]);
    },
  );
});
