import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { first } from './migrations/001-first.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';

describe('a step’s log', () => {
  it('is kept with the step, short or long, and outlives the states that a policy drops', async () => {
    using dir = tempDir();
    const seed = join(dir.path, 'seed.db');
    makeSeed(seed, 20);
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    const start = startOn(seed, dir.path, { policy: 'calls' });
    const recorder = store.begin(start);
    const long = randomBytes(24_000).toString('hex');
    const texts = [null, 'INFO: é\n', long, long];
    for (const logText of texts) {
      change(start.dbPath, "UPDATE orders SET status = status || '.'");
      expect(recorder.step(stepInput({ logText })).logText).toBe(logText);
    }
    recorder.end('done');
    await store.settled();
    expect(store.episode(start.id)?.kept).toBe('calls');
    expect(store.steps(start.id).map(({ logText }) => logText)).toEqual(texts);
  });

  it('is null in a catalog of the first format, which opens as it is', async () => {
    using dir = tempDir();
    const home = join(dir.path, 'home');
    mkdirSync(home);
    const db = new Database(join(home, 'catalog.db'));
    db.exec(first);
    db.exec(`
      INSERT INTO episodes (id, session_id, scenario, pack, scenario_hash, actor, transport, recording, options,
        seed_hash, base_hash, final_hash, base_normalised, steps, started_at, ended_at, end_reason, kept)
      VALUES ('old', 's', 'shop', 'p', 'h', 'agent', 't', 'full', '{}', 'a', 'a', 'a', 'n', 1, 1, 2, 'done', 'full');
      INSERT INTO steps (episode, seq, kind, observation, started_at, duration, log_start, log_end, db_before, db_after,
        wrote, normal_state, tables_touched) VALUES (1, 1, 'call_tool', '{}', 1, 1, 5, 9, 'a', 'a', 0, 1, '[]');
      PRAGMA user_version = 1`);
    db.close();
    await using store = await createStore({ homeDir: home });
    expect(store.steps('old')).toMatchObject([{ seq: 1, logStart: 5, logEnd: 9, logText: null }]);
  });
});
