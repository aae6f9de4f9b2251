import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';
import type { EpisodeRecorder, EpisodeStart, Store } from './types.ts';

describe('a session that does as it likes with its database file', () => {
  let dir: ReturnType<typeof tempDir>;
  let store: Store;
  let start: EpisodeStart;
  let recorder: EpisodeRecorder;

  beforeEach(async () => {
    dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 50);
    store = await createStore({ homeDir: join(dir.path, 'home'), maxDatabaseBytes: 4 << 20 });
    start = startOn(join(dir.path, 'seed.db'), dir.path);
    recorder = store.begin(start);
  });

  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    dir[Symbol.dispose]();
  });

  const refused: readonly [string, string, (path: string) => void][] = [
    ['missing', 'is gone', (path) => rmSync(path)],
    ['a symbolic link', 'symbolic link', (path) => replace(path, () => symlinkSync('/etc/passwd', path))],
    ['a folder', 'not a regular file', (path) => replace(path, () => mkdirSync(path))],
    ['a FIFO', 'not a regular file', (path) => replace(path, () => execFileSync('mkfifo', [path]))],
    ['too large', 'the limit is', (path) => truncateSync(path, 5 << 20)],
  ];
  it.each(refused)('is recorded with a problem where the file is %s, and goes on', (_, message, harm) => {
    renameSync(start.dbPath, `${start.dbPath}.kept`);
    writeFileSync(start.dbPath, readFileSync(`${start.dbPath}.kept`));
    harm(start.dbPath);
    const step = recorder.step(stepInput());
    expect(step.problem?.message).toContain(message);
    expect(step).toMatchObject({ wrote: false, dbAfter: step.dbBefore });
    rmSync(start.dbPath, { recursive: true, force: true });
    renameSync(`${start.dbPath}.kept`, start.dbPath);
    change(start.dbPath, "UPDATE orders SET status = 'paid'");
    expect(recorder.step(stepInput())).toMatchObject({ seq: 2, wrote: true, problem: null });
  });

  const recorded: readonly [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['garbage', Buffer.from('no database '.repeat(9999))],
    ['one byte', Buffer.from('x')],
  ];
  it.each(recorded)('is recorded as it is where the content is %s', async (_, content) => {
    writeFileSync(start.dbPath, content);
    expect(recorder.step(stepInput())).toMatchObject({ wrote: true, problem: null });
    const target = join(dir.path, 'rebuilt');
    await store.snapshotTo(start.id, 1, target);
    expect(readFileSync(target).equals(content)).toBe(true);
    await store.snapshotTo(start.id, 0, target);
    expect(readFileSync(target).equals(readFileSync(start.initialDb))).toBe(true);
  });

  it('says where a journal holds what the file does not', () => {
    writeFileSync(`${start.dbPath}-wal`, 'frames');
    expect(recorder.step(stepInput()).problem?.code).toBe('pending_journal');
  });

  it('sees a change that leaves size, time and change counter alone', () => {
    const bytes = readFileSync(start.dbPath);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(start.dbPath, bytes);
    expect(recorder.step(stepInput()).wrote).toBe(true);
  });

  it('does not read the file where nothing can have been written', () => {
    rmSync(start.dbPath);
    expect(recorder.step(stepInput({ kind: 'list_tools', mayWrite: false })).problem).toBeNull();
  });
});

function replace(path: string, make: () => unknown): void {
  rmSync(path);
  make();
}
