import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  copyUntrusted,
  readLogSlice,
  sessionFolderAt,
  takeSessionFolder,
  writeFresh,
  type SessionFolder,
} from './session-folder.ts';

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

describe('a folder that a server before left', () => {
  it('stays as it is, and is opened where it was closed', async () => {
    const folder = sessionFolderAt(dir, 'shop', 'e');
    await takeSessionFolder(folder);
    await writeFile(folder.dbPath, 'rows');
    await chmod(folder.dir, 0o000);
    await takeSessionFolder(folder);
    expect((await stat(folder.dir)).mode & 0o777).toBe(0o700);
    expect(await readFile(folder.dbPath, 'utf8')).toBe('rows');
  });

  it('is never a link out, nor a file', async () => {
    const elsewhere = join(dir, 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(join(dir, 'shop'));
    const folder = sessionFolderAt(dir, 'shop', 'e');
    await symlink(elsewhere, folder.dir);
    await takeSessionFolder(folder);
    expect((await lstat(folder.dir)).isDirectory()).toBe(true);
    await writeFile(folder.dbPath, 'rows');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(folder.dir, { recursive: true });
    await writeFile(folder.dir, 'a file');
    await takeSessionFolder(folder);
    expect(await readdir(folder.dir)).toEqual([]);
  });
});

describe('the slice of server.log that a step keeps', () => {
  let folder: SessionFolder;

  beforeEach(() => {
    const at = (name: string) => join(dir, name);
    folder = {
      dir,
      dbPath: at('x.db'),
      initialPath: at('i.db'),
      logPath: at('server.log'),
      trajectoryPath: at('t.json'),
    };
  });

  it('is what came since the last one, its last 64 KiB from a whole letter on', async () => {
    expect(readLogSlice(folder, 0)).toEqual({ logStart: 0, logEnd: 0, logText: null });
    await writeFile(folder.logPath, 'one\n');
    expect(readLogSlice(folder, 0)).toEqual({ logStart: 0, logEnd: 4, logText: 'one\n' });
    expect(readLogSlice(folder, 4)).toEqual({ logStart: 4, logEnd: 4, logText: null });
    await writeFile(folder.logPath, `one\nx${'é'.repeat(40_000)}`);
    const long = readLogSlice(folder, 4);
    expect(long).toMatchObject({ logStart: 4, logEnd: 80_005 });
    expect(long.logText).toBe('é'.repeat(32_768));
    await writeFile(folder.logPath, 'ré');
    expect(readLogSlice(folder, 80_005)).toEqual({ logStart: 0, logEnd: 3, logText: 'ré' });
  });

  it('is never read through a link, from a folder or from a pipe', async () => {
    await symlink(outside, folder.logPath);
    expect(readLogSlice(folder, 0).logText).toBeNull();
    await rm(folder.logPath);
    await mkdir(folder.logPath);
    expect(readLogSlice(folder, 0).logText).toBeNull();
    await rm(folder.logPath, { recursive: true });
    execFileSync('mkfifo', [folder.logPath]);
    expect(readLogSlice(folder, 0).logText).toBeNull();
  });
});
