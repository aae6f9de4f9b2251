import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PROJECT_DIR } from '../../config.ts';
import { createStore } from '../../store/index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../../store/testing.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { pullRuns } from './pull.ts';
import { createLibrary } from './testing/library.ts';

const RUNS = 30;

it(
  'pulls another studio’s runs, goes on where it was cut off, and doubles nothing',
  { timeout: 120_000 },
  async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 40);
    const homeDir = join(dir.path, 'home');
    {
      await using store = await createStore({ homeDir });
      for (let i = 0; i < RUNS; i += 1) {
        const start = startOn(join(dir.path, 'seed.db'), dir.path, {
          run: { experiment: i % 2 === 0 ? 'even' : 'odd' },
        });
        const recorder = store.begin(start);
        change(start.dbPath, `UPDATE orders SET status = 's${String(i)}' WHERE id = 1`);
        recorder.step(stepInput());
        recorder.verdict('code', 'complete', 1, `answer ${String(i)}`, 'v');
        recorder.end('done');
      }
      await store.settled();
    }
    const packs = [join(PROJECT_DIR, 'scenarios')];
    await using other = await startServerProcess({ packs, homeDir });
    await using library = await createLibrary();
    mkdirSync(join(library.homeDir, 'tmp'));
    const dataset = { find: () => undefined, source: () => Promise.reject(new Error('none')) };
    const pull = (signal: AbortSignal, each: () => void, over: object = {}) =>
      pullRuns(
        {
          store: library.store,
          dataset,
          tmpDir: join(library.homeDir, 'tmp'),
          url: other.httpUrl,
          q: '',
          publicOnly: false,
          ...over,
        },
        { signal, line: each, now: () => undefined, total: () => undefined, advance: () => undefined },
      );
    const stop = new AbortController();
    let came = 0;
    await expect(
      pull(stop.signal, () => {
        came += 1;
        if (came === 10) stop.abort();
      }),
    ).rejects.toThrow();
    expect(library.store.episodes({ limit: 100 }).items.length).toBe(10);
    expect(readdirSync(join(library.homeDir, 'tmp'))).toEqual([]);
    const never = new AbortController().signal;
    expect(await pull(never, () => undefined)).toEqual({ runs: RUNS - 10, here: 10 });
    expect(await pull(never, () => undefined)).toEqual({ runs: 0, here: RUNS });
    await expect(pull(never, () => undefined, { publicOnly: true })).rejects.toThrow(
      'not on the public internet',
    );
    await expect(pull(never, () => undefined, { url: 'http://127.0.0.1:9' })).rejects.toThrow(
      'cannot be pulled from',
    );
    const runs = library.store.episodes({ limit: 100 }).items;
    expect(new Set(runs.map(({ origin }) => origin))).toEqual(new Set(['pulled']));

    // The other way, by a server: all are there already but what the filter leaves out.
    await using third = await startServerProcess({ packs });
    const post = await fetch(new URL('api/pulls', third.httpUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: other.httpUrl, q: 'experiment:even' }),
    });
    let job = (await post.json()) as { id: string; state: string; result: unknown };
    while (job.state === 'waiting' || job.state === 'running') {
      await delay(100);
      job = (await (await fetch(new URL(`api/jobs/${job.id}`, third.httpUrl))).json()) as typeof job;
    }
    expect(job).toMatchObject({ state: 'done', result: { runs: RUNS / 2, here: 0 } });
  },
);
