import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createStore } from '../index.ts';
import { openLibrary } from '../runs/testing.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../testing.ts';
import { first } from './001-first.ts';
import { sessions } from './002-sessions.ts';
import { states } from './003-states.ts';
import { stateVerdicts } from './004-verdicts.ts';

/** Turns a home's catalog into one of format 4: the same rows in the tables and columns of then. */
function writeBack(home: string): void {
  const file = join(home, 'catalog.db');
  const now = join(home, 'now.db');
  renameSync(file, now);
  withDb(file, (db) => {
    for (const script of [first, sessions, states, stateVerdicts]) db.exec(script);
    db.prepare('ATTACH ? AS now').run(now);
    const tables = db.prepare<[], string>("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck();
    db.pragma('foreign_keys = OFF');
    for (const table of tables.all()) {
      const columns = (db.pragma(`main.table_info(${table})`) as { name: string }[]).map(({ name }) => name);
      db.exec(`INSERT INTO main.${table} (${columns.join()}) SELECT ${columns.join()} FROM now.${table}`);
    }
    db.pragma('main.user_version = 4');
  });
}

function withDb(file: string, use: (db: Database.Database) => void): void {
  const db = new Database(file);
  try {
    use(db);
  } finally {
    db.close();
  }
}

it('opens a catalog of format 4 and finds out what is known of the runs in it', async () => {
  using dir = tempDir();
  const seed = join(dir.path, 'seed.db');
  const home = join(dir.path, 'home');
  mkdirSync(home);
  makeSeed(seed, 5);
  const ids: string[] = [];
  {
    await using store = await createStore({ homeDir: home });
    for (const verdict of ['complete', 'others', 'complete', null]) {
      const start = startOn(seed, dir.path, { run: { experiment: 'old', tags: ['gold'] } });
      const recorder = store.begin(start);
      if (verdict === 'complete') change(start.dbPath, "UPDATE orders SET status = 'sent' WHERE id = 4");
      recorder.step(stepInput({ httpStatus: verdict === 'others' ? 404 : 200 }));
      if (verdict !== null) {
        recorder.verdict('code', verdict, verdict === 'complete' ? 1 : 0, 'answer', 'v');
        recorder.end('done');
      }
      ids.push(start.id);
    }
    await store.settled();
  }
  writeBack(home);
  await using store = await createStore({ homeDir: home });
  await store.settled();
  const [complete, others, , running] = ids.map((id) => store.runs.get(id));
  const common = { origin: 'played', experiment: 'old', labels: 0 };
  expect(complete).toMatchObject({ ...common, verdict: 'complete', calls: 1, errors: 0, wrote: 1 });
  expect(complete?.endState).toMatch(/^[0-9a-f]{64}$/);
  expect(others).toMatchObject({ ...common, verdict: 'others', errors: 1, statuses: [404], wrote: 0 });
  expect(running).toMatchObject({ ...common, verdict: null, endReason: 'crashed' });
  expect((await store.runs.page('verdict:complete', 0, 10)).matched).toBe(2);
  const outcomes = await store.outcomes.outcomes({ scenario: 'shop', taskIdx: 0, passes: false });
  expect(outcomes).toMatchObject({ runs: 4, reference: { from: 'gold', run: ids[0] } });
});

it('whatever rule an insert, update or upsert has for conflicts, what waits is noted once', async () => {
  await using on = await openLibrary();
  const { recorder } = on.begin();
  recorder.step(stepInput());
  recorder.end('done');
  on.runs.setLabel(recorder.episodeId, { by: 'Ann', outcome: 'complete', note: null });
  withDb(join(on.homeDir, 'catalog.db'), (db) => {
    const columns = (db.pragma('table_info(episodes)') as { name: string }[]).map(({ name }) => name).join();
    const one = (sql: string) => db.prepare(sql).pluck().get();
    const pending = () => [
      one('SELECT count(*) FROM facts_pending'),
      one('SELECT count(*) FROM outcome_pending'),
    ];
    db.exec('INSERT INTO run_facts (episode) VALUES (1) ON CONFLICT DO NOTHING');
    for (const waits of [false, true])
      for (const statement of [
        `INSERT INTO episodes (${columns}) SELECT ${columns} FROM episodes WHERE true
         ON CONFLICT (n) DO UPDATE SET ended_at = excluded.ended_at, verdict = 'complete'`,
        "INSERT INTO labels VALUES (1, 'Ann', 'library', 'complete', NULL, 1) ON CONFLICT DO UPDATE SET at = 2",
        "INSERT OR REPLACE INTO labels VALUES (1, 'Ann', 'library', 'incomplete', NULL, 1)",
        "INSERT INTO labels VALUES (1, 'Ben', 'library', 'complete', NULL, 1) ON CONFLICT DO UPDATE SET at = 2",
        "INSERT OR ABORT INTO labels VALUES (1, 'Col', 'library', 'complete', NULL, 1)",
        "UPDATE OR ABORT labels SET note = 'n'",
        "UPDATE OR FAIL episodes SET verdict = 'others', tags = NULL",
        "UPDATE OR ROLLBACK episodes SET verdict = 'complete', tags = '[]'",
        'INSERT INTO run_facts (episode, wrote) VALUES (1, 1) ON CONFLICT DO UPDATE SET wrote = 2',
        'INSERT OR REPLACE INTO run_facts (episode) VALUES (1)',
        "INSERT OR ABORT INTO notes VALUES ('n', 1, NULL, 't', 'Ann', 1) ON CONFLICT DO UPDATE SET text = 'u'",
      ]) {
        db.exec(`SAVEPOINT tried; DELETE FROM facts_pending; DELETE FROM outcome_pending`);
        if (waits) db.exec('INSERT INTO facts_pending VALUES (1); INSERT INTO outcome_pending VALUES (1)');
        db.exec(statement);
        for (const count of pending()) expect([0, 1]).toContain(count);
        if (waits || statement.includes(' labels ')) expect(pending()[1]).toBe(1);
        expect(one('SELECT count(*) FROM run_revisions WHERE episode = 1')).toBe(1);
        db.exec('ROLLBACK TO tried; RELEASE tried');
      }
    const triggers = db
      .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all();
    expect(triggers.length).toBeGreaterThan(10);
    expect(triggers.filter((sql) => /\b(INSERT|UPDATE) OR\b|\bREPLACE INTO\b/i.test(sql))).toEqual([]);
  });
});
