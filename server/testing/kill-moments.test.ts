import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../store/index.ts';
import type { Store } from '../store/types.ts';
import { connectRaw } from './raw-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/**
 * SIGKILL of the whole server while eight sessions step. The moment is random by itself (eight clients against a
 * scheduler); after how many answers it comes is from a seed, which a failure names. KILLS times SESSIONS moments in steps' lives.
 */

const KILLS = 13;
const SESSIONS = 8;
const ANSWERS_DEADLINE_MS = 120_000;

let pack: TinyPack;
let homeDir: string;

beforeAll(async () => {
  pack = await createTinyPack();
  homeDir = await mkdtemp(join(tmpdir(), 'awm-killed-'));
});

afterAll(async () => {
  await rm(homeDir, { recursive: true, force: true });
  await pack[Symbol.asyncDispose]();
});

/** What a client was told before the kill. */
interface Told {
  readonly id: string;
  /** Names that add_item answered with, by the number of the step. */
  readonly added: Map<number, string>;
  steps: number;
}

/** Small and repeatable (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Resets and steps until the connection breaks; gives back what was answered. */
async function client(server: ServerProcess, told: Told[], next: () => number): Promise<void> {
  try {
    const raw = await connectRaw(server.wsUrl);
    for (;;) {
      const { data } = await raw.reset({ scenario: 'tiny', task_idx: 0 });
      const { record_id: id } = data['metadata'] as { record_id: string };
      const mine: Told = { id, added: new Map(), steps: 0 };
      told.push(mine);
      for (let i = 0; i < 12; i++) {
        const name = `item ${String(Math.floor(next() * 1e9))}`;
        const tool =
          (['add_item', 'list_items', 'fill', 'verify'] as const)[Math.floor(next() * 4)] ?? 'fill';
        const args = tool === 'add_item' ? { name } : tool === 'fill' ? { count: 8 } : {};
        const answer = await raw.call(tool, args);
        expect(answer.type).toBe('observation');
        mine.steps += 1;
        if (tool === 'add_item') mine.added.set(mine.steps, name);
      }
      if (next() < 0.5) {
        await raw.call('done');
        mine.steps += 1;
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || !/closed|ECONN|hang up|socket/i.test(error.message)) throw error;
  }
}

async function expectKept(store: Store, told: readonly Told[], target: string): Promise<void> {
  for (const { id, added, steps } of told) {
    const episode = store.episode(id);
    expect(episode?.endReason).toMatch(/^(crashed|done|reset)$/);
    const rows = store.steps(id);
    expect(rows.length).toBeGreaterThanOrEqual(steps);
    // One more may have been written whose answer did not get out.
    expect(rows.length).toBeLessThanOrEqual(steps + 1);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
    expect(rows.at(-1)?.dbAfter ?? episode?.initialHash).toBe(episode?.finalHash);
    for (const { seq, dbAfter, dbBefore } of rows) {
      expect(dbBefore).toBe(seq === 1 ? episode?.initialHash : rows[seq - 2]?.dbAfter);
      await store.snapshotTo(id, seq, target);
      expect(createHash('sha256').update(readFileSync(target)).digest('hex')).toBe(dbAfter);
      const name = added.get(seq);
      if (name === undefined) continue;
      using db = openReadonly(target);
      expect(db.raw.prepare('SELECT count(*) AS n FROM items WHERE name = ?').get(name)).toEqual({ n: 1 });
    }
  }
}

/** Waits until the clients were told of so many steps, then a moment more. */
async function answered(told: readonly Told[], steps: number, momentMs: number): Promise<void> {
  const deadline = Date.now() + ANSWERS_DEADLINE_MS;
  while (told.reduce((sum, one) => sum + one.steps, 0) < steps) {
    if (Date.now() > deadline) throw new Error(`fewer than ${String(steps)} steps were answered in time`);
    await delay(5);
  }
  await delay(momentMs);
}

function openReadonly(path: string): Disposable & { readonly raw: Database.Database } {
  const raw = new Database(path, { readonly: true });
  return { raw, [Symbol.dispose]: () => raw.close() };
}

function expectConsistent(): void {
  using catalog = openReadonly(join(homeDir, 'catalog.db'));
  expect(catalog.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(catalog.raw.pragma('foreign_key_check')).toEqual([]);
}

describe('a server that is killed at any moment', () => {
  it('keeps every step that was answered, and starts again on the same home', async () => {
    const seed = randomInt(2 ** 31);
    const next = numbers(seed);
    let steps = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const told: Told[] = [];
      {
        await using server = await startServerProcess({ packs: [pack.dir], homeDir });
        const clients = Array.from({ length: SESSIONS }, () => client(server, told, next));
        // Some are killed before the first answer, the others after so many and a moment.
        if (kill % 6 === 0) await delay(next() * 300);
        else await answered(told, SESSIONS + next() * 4 * SESSIONS, next() * 20);
        server.child.kill('SIGKILL');
        await server.exited;
        await Promise.all(clients);
      }
      {
        await using store = await createStore({ homeDir });
        await expectKept(store, told, join(homeDir, 'rebuilt'));
      }
      expectConsistent();
      steps += told.reduce((sum, { steps: answered }) => sum + answered, 0);
    }
    expect(steps, `seed ${String(seed)}`).toBeGreaterThan(KILLS * SESSIONS);
  }, 600_000);
});
