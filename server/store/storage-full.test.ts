import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';

const dir = tempDir();
const disk = join(dir.path, 'disk');
let mounted = false;

beforeAll(() => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', disk], { stdio: 'ignore' });
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
    { timeout: 120_000 },
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
      const cushion = join(disk, 'cushion');
      writeFileSync(ballast, randomBytes(2 << 20));
      writeFileSync(cushion, randomBytes(3 << 20));
      expect(full).toThrow(/is full \(.* free\)\. Free some space/);
      expect(() => recorder.step(stepInput())).toThrow(
        expect.objectContaining({ code: 'storage_full' }) as Error,
      );
      // A state did not fit. Of what is left, in the catalog's log too, nothing is left for the little that a beginning needs.
      rmSync(cushion);
      const catalog = new Database(join(homeDir, 'catalog.db'));
      expect(catalog.pragma('wal_checkpoint(TRUNCATE)', { simple: true })).toBe(0);
      catalog.close();
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
