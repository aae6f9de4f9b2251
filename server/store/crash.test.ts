import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { makeSeed, tempDir } from './testing.ts';

const KILLS = 100;
const LANES = 2;
const CHILD = join(import.meta.dirname, 'crash-child.ts');

describe('a store whose process is killed', () => {
  it('keeps every step that was acknowledged, at 100 random moments', { timeout: 600_000 }, async () => {
    const acknowledged = await Promise.all(Array.from({ length: LANES }, () => lane(KILLS / LANES)));
    expect(acknowledged.reduce((sum, count) => sum + count)).toBeGreaterThan(KILLS);
  });
});

/** Kills recorders on one home folder, one after the other; returns the steps that they acknowledged. */
async function lane(kills: number): Promise<number> {
  using dir = tempDir('studio-crash-');
  const seed = join(dir.path, 'seed.db');
  makeSeed(seed, 100);
  let acknowledged = 0;
  for (let round = 0; round < kills; round++) {
    const lines = await killed(dir.path, seed, round);
    acknowledged += lines.length;
    await check(dir.path, lines);
  }
  const catalog = new Database(join(dir.path, 'home', 'catalog.db'), { readonly: true });
  expect(catalog.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(catalog.pragma('foreign_key_check')).toEqual([]);
  catalog.close();
  return acknowledged;
}

async function killed(dir: string, seed: string, round: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, dir, seed], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const started = once(child.stdout, 'data');
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = once(child, 'close');
  // Every fifth is killed while it starts: that is where migrations and recovery run.
  if (round % 5 !== 0) await started;
  await delay(Math.random() * (round % 5 === 0 ? 250 : 60));
  child.kill('SIGKILL');
  await closed;
  return text.split('\n').slice(0, -1);
}

async function check(dir: string, lines: readonly string[]): Promise<void> {
  await using store = await createStore({ homeDir: join(dir, 'home') });
  const target = join(dir, 'rebuilt.db');
  for (const line of lines) {
    const [id = '', seq = '', hash = ''] = line.split(' ');
    expect(store.episode(id)?.endReason).toMatch(/crashed|done/);
    if (seq !== '0') expect(store.steps(id, { from: Number(seq), to: Number(seq) })[0]?.dbAfter).toBe(hash);
    await store.snapshotTo(id, Number(seq), target);
    expect(createHash('sha256').update(readFileSync(target)).digest('hex')).toBe(hash);
  }
}
