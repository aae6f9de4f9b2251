import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';

const dir = tempDir();
const disk = join(dir.path, 'disk');
let mounted = false;

beforeAll(() => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' });
    mounted = true;
  } catch {
    mounted = false;
  }
});

afterAll(() => {
  // A test that failed may have left its store open.
  if (mounted) execFileSync('umount', ['--lazy', disk]);
  dir[Symbol.dispose]();
});

describe('a full disk', () => {
  it(
    'is told with what to do, loses nothing, and recording goes on when there is space',
    { timeout: 90_000 },
    async (test) => {
      if (!mounted) test.skip('mounting a small tmpfs needs privileges');
      const seed = join(dir.path, 'seed.db');
      makeSeed(seed, 300);
      const homeDir = join(disk, 'home');
      let store = await createStore({ homeDir });
      const start = startOn(seed, dir.path);
      const recorder = store.begin(start);
      const endedStart = startOn(seed, dir.path);
      const ended = store.begin(endedStart);
      const hashes: string[] = [];
      const ballast = join(disk, 'ballast');
      const full = () => {
        for (let i = 0; i < 200; i++) {
          change(start.dbPath, 'UPDATE products SET notes = hex(randomblob(450))');
          hashes.push(recorder.step(stepInput()).dbAfter);
        }
      };
      writeFileSync(ballast, randomBytes(2 << 20));
      expect(full).toThrow(/is full \(.* free\)\. Free some space/);
      expect(() => recorder.step(stepInput())).toThrow(
        expect.objectContaining({ code: 'storage_full' }) as Error,
      );
      // A state did not fit; of what is left, nothing is left for the little that a beginning needs.
      const rest = join(disk, 'rest');
      expect(() => {
        for (;;) appendFileSync(rest, Buffer.alloc(4096));
      }).toThrow('ENOSPC');
      const other = store.begin.bind(store, startOn(seed, dir.path));
      expect(other).toThrow('is full');
      ended.end('closed');
      expect(store.episode(endedStart.id)?.endReason).toBeNull();
      const before = hashes.length;
      expect(before).toBeGreaterThan(1);
      rmSync(ballast);
      rmSync(rest);
      hashes.push(recorder.step(stepInput()).dbAfter);
      expect(hashes.at(-1)).toBe(createHash('sha256').update(readFileSync(start.dbPath)).digest('hex'));
      expect(store.episode(endedStart.id)?.endReason).toBe('closed');
      recorder.end('done');
      await store.settled();
      await store[Symbol.asyncDispose]();
      store = await createStore({ homeDir });
      expect(store.steps(start.id).map((step) => step.dbAfter)).toEqual(hashes);
      for (const seq of hashes.keys()) await store.snapshotTo(start.id, seq + 1, join(dir.path, 'state'));
      await store[Symbol.asyncDispose]();
    },
  );
});
