import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { createEngineFixture } from '../../testing/engine-fixture.ts';
import { createTinyPack } from '../../testing/tiny-pack.ts';
import { sessionsRoot } from '../engine.ts';
import { createJobs } from '../jobs/index.ts';
import { createArtifacts } from './create-artifacts.ts';
import { createLibrary } from './testing/library.ts';

it(
  'the states of a run are rebuilt once, though others are imported meanwhile',
  { timeout: 60_000 },
  async () => {
    await using pack = await createTinyPack();
    await using fixture = await createEngineFixture([pack.dir]);
    await using library = await createLibrary(fixture.dataset);
    const log = createLog('silent');
    await using jobs = createJobs(log);
    await using artifacts = createArtifacts({
      store: library.store,
      dataset: fixture.dataset,
      jobs,
      homeDir: library.homeDir,
      publicOnly: false,
      replay: {
        host: fixture.host,
        dataset: fixture.dataset,
        sessionsDir: sessionsRoot(fixture.homeDir),
        toolTimeoutMs: 20_000,
        readyTimeoutMs: 50_000,
        log,
      },
    });
    const imported: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
      await session.reset({ scenario: 'tiny', task_idx: 0 });
      for (const nth of ['a', 'b'])
        await session.step({ type: 'call_tool', tool_name: 'add_item', arguments: { name: name + nth } });
      const kept = { type: 'call_tool', tool_name: 'done', arguments: { keep_session: true } } as const;
      const dir = String((await session.step(kept)).observation['session_dir']);
      const upload = artifacts.startUpload();
      for (const file of readdirSync(dir))
        await artifacts.putFile(upload, `${name}/${file}`, Readable.from([await readFile(join(dir, file))]));
      imported.push(artifacts.runImport(upload, { defaults: {}, reconstruct: true }).id);
    }
    await Promise.all(imported.map((id) => jobs.ended(id)));
    const rebuilds = () => jobs.list().filter(({ title }) => title.startsWith('Rebuild'));
    await expect
      .poll(() => rebuilds().every(({ state }) => state === 'done'), { timeout: 30_000 })
      .toBe(true);
    const runs = rebuilds().flatMap(({ id }) => jobs.report(id, { offset: 0 }).items.map(({ run }) => run));
    expect(runs).toHaveLength(3);
    expect(new Set(runs).size).toBe(3);
    expect(library.store.artifacts.toRebuild(9)).toEqual([]);
  },
);
