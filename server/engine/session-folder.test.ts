import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyUntrusted, writeFresh } from './session-folder.ts';

let dir: string;
let outside: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'awm-folder-'));
  outside = join(dir, 'outside');
  await writeFile(outside, 'ours');
});

afterEach(() => rm(dir, { recursive: true, force: true }));

describe('files in a folder that a scenario may write to', () => {
  it('are never written through a link, nor stopped by a folder of the name', async () => {
    const path = join(dir, 'trajectory.json');
    await symlink(outside, path);
    await writeFresh(path, 'text');
    await mkdir(join(dir, 'server.py'));
    await writeFresh(join(dir, 'server.py'), 'code');
    expect(await readFile(path, 'utf8')).toBe('text');
    expect(await readFile(join(dir, 'server.py'), 'utf8')).toBe('code');
    expect(await readFile(outside, 'utf8')).toBe('ours');
  });

  it('are copied only where they are regular and not too large, to a new file', async () => {
    const link = join(dir, 'link');
    await symlink(outside, link);
    await expect(copyUntrusted(link, join(dir, 'copy'), 100)).rejects.toThrow();
    await expect(copyUntrusted(outside, join(dir, 'copy'), 3)).rejects.toThrow(/limit/);
    await writeFile(join(dir, 'db'), 'rows');
    await copyUntrusted(join(dir, 'db'), link, 100);
    expect(await readFile(link, 'utf8')).toBe('rows');
    expect(await readFile(outside, 'utf8')).toBe('ours');
  });
});
