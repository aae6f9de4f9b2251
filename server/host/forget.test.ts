import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { descendants } from '../testing/server-process.ts';
import { notesApp } from './testing/app.ts';
import { createTestHost } from './testing/test-host.ts';
import type { Host } from './types.ts';

/** Zygotes that run, those too that the host lost sight of; one process beside them runs the root's errands. */
function zygotes({ report }: Host): number {
  return descendants(report.pid).length - 1;
}

describe('a scenario that is forgotten while it is prepared', () => {
  it('is prepared all the same, at whatever moment, and leaves no process', async () => {
    await using testHost = await createTestHost();
    const { host } = testHost;
    const start = performance.now();
    (await host.prepare(notesApp('', 'moment'))).release();
    const buildMs = performance.now() - start;
    await host.forget('moment');
    for (let moment = 0; moment <= 10; moment++) {
      const preparing = host.prepare(notesApp('', 'moment'));
      await setTimeout((moment / 10) * buildMs);
      await host.forget('moment');
      const prepared = await preparing;
      expect(existsSync(prepared.templateDb)).toBe(true);
      prepared.release();
    }
    await host.forget('moment');
    expect(host.stats()).toMatchObject({ zygotes: 0 });
    await expect.poll(() => zygotes(host), { timeout: 5_000 }).toBe(0);
  });

  it('leaves none either where those who waited have given up', async () => {
    await using testHost = await createTestHost();
    const { host } = testHost;
    const preparing = host.prepare(notesApp('', 'given-up'), { signal: AbortSignal.timeout(100) });
    await expect(preparing).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await host.forget('given-up');
    await expect.poll(() => host.stats().warming, { timeout: 20_000 }).toBe(0);
    await expect.poll(() => zygotes(host), { timeout: 5_000 }).toBe(0);
  });

  it('keeps the files of what was handed out, those of an earlier process too', async () => {
    const home = await mkdtemp(join(tmpdir(), 'awm-host-'));
    const source = notesApp('', 'handed-out');
    {
      await using testHost = await createTestHost({ home });
      await testHost.host.prepare(source);
      const cached = () => readdirSync(join(home, 'cache'), { recursive: true, encoding: 'utf8' });
      await expect.poll(() => cached().some((path) => path.endsWith('template/meta.json'))).toBe(true);
    }
    await using testHost = await createTestHost({ home });
    const prepared = await testHost.host.prepare(source);
    expect(prepared.timings).toEqual({});
    await testHost.host.forget('handed-out');
    await setTimeout(100);
    const files = [prepared.initialDb, prepared.templateDb];
    expect(files.map(existsSync)).toEqual([true, true]);
    prepared.release();
    await expect.poll(() => files.map(existsSync)).toEqual([false, false]);
    await rm(home, { recursive: true, force: true });
  });
});

describe('scenarios that are prepared at once', () => {
  it('are none of them dropped before they are, where few may be held', async () => {
    await using testHost = await createTestHost({ maxEntries: 1, builds: 1 });
    const { host } = testHost;
    const sources = Array.from({ length: 4 }, () => notesApp());
    await Promise.all(sources.map((source) => host.prepare(source)));
    await expect.poll(() => zygotes(host) - host.stats().zygotes, { timeout: 5_000 }).toBe(0);
    for (const { key } of sources) await host.forget(key);
    await expect.poll(() => zygotes(host), { timeout: 5_000 }).toBe(0);
  });
});
