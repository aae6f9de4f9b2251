import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { replaceFile } from './dataset/testing/packs.ts';
import { createLog } from './log.ts';
import { createTinyPack } from './testing/tiny-pack.ts';

describe('createApp', () => {
  it('lets go of a scenario’s old version when its files change, and runs the new one', async () => {
    await using pack = await createTinyPack();
    const home = await mkdtemp(join(tmpdir(), 'awm-home-'));
    try {
      const flags = ['--data', pack.dir, '--home', home, '--port', '0', '--no-ui', '--no-check'];
      await using app = await createApp(loadConfig(flags, {}), createLog('silent'));
      const before = await app.engine.prepare('tiny');
      expect(app.host.stats().zygotes).toBe(1);
      const file = join(pack.dir, 'tiny', 'app.py');
      await replaceFile(file, `# edited\n${await readFile(file, 'utf8')}`);
      await expect.poll(() => app.host.stats().zygotes).toBe(0);
      expect((await app.engine.prepare('tiny')).hash).not.toBe(before.hash);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
