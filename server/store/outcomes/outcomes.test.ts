import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createStore } from '../index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../testing.ts';
import type { EpisodeStart, Store, TableRead } from '../types.ts';

const SHIP = "UPDATE orders SET status = 'shipped' WHERE id = 4";

interface Play {
  readonly sql?: string;
  readonly verdict?: string;
  readonly answer?: string;
  readonly verifies?: number;
  readonly mode?: 'code' | 'sql';
  readonly over?: Partial<EpisodeStart>;
}

async function shop() {
  const dir = tempDir();
  const seed = join(dir.path, 'seed.db');
  const homeDir = join(dir.path, 'home');
  makeSeed(seed, 5);
  const problems: unknown[] = [];
  const store = await createStore({ homeDir, onProblem: (message, error) => problems.push(message, error) });
  const play = ({
    sql,
    verdict = 'complete',
    answer,
    verifies = 1,
    mode = 'code',
    over = {},
  }: Play): string => {
    const start = startOn(seed, dir.path, over);
    const recorder = store.begin(start);
    if (sql !== undefined) change(start.dbPath, sql);
    recorder.step(stepInput());
    for (let i = 0; i < verifies; i++)
      recorder.verdict(mode, verdict, verdict === 'complete' ? 1 : 0, answer ?? null, 'verifier');
    recorder.end('done');
    return start.id;
  };
  return {
    store,
    homeDir,
    play,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

const TASK = { scenario: 'shop', taskIdx: 0, passes: false };

function facts(store: Store, id: string) {
  const row = store.runs.get(id);
  return {
    collateral: row?.collateral,
    omitted: row?.omitted,
    unread: row?.unread,
    suspicions: row?.suspicions,
  };
}

describe('outcomes of a task', () => {
  it('put runs that left the same rows behind together, and propose the end of a gold run', async () => {
    await using on = await shop();
    const gold = on.play({ sql: SHIP, over: { run: { tags: ['gold'] } } });
    const honest = [1, 2].map(() =>
      on.play({ sql: SHIP, answer: 'Shipped.', over: { run: { train_step: 100 } } }),
    );
    const more = on.play({ sql: `${SHIP}; UPDATE orders SET status = 'lost' WHERE id = 7` });
    const nothing = on.play({ answer: 'Done' });
    const other = on.play({ sql: "UPDATE orders SET status = 'sent' WHERE id = 4", verdict: 'others' });
    await on.store.settled();
    const answer = await on.store.outcomes.outcomes(TASK);
    expect(answer).toMatchObject({
      runs: 6,
      passes: 5,
      ends: 4,
      more: 0,
      reference: { from: 'gold', run: gold },
    });
    expect(answer.items[0]).toMatchObject({
      runs: 3,
      isReference: true,
      representative: gold,
      verdicts: [{ verdict: 'complete', runs: 3 }],
      answers: [{ text: 'Shipped.', count: 2 }],
      summary: [{ kind: 'changed', table: 'orders', key: '4', column: 'status', now: 'shipped', more: 0 }],
    });
    expect(answer.bins).toEqual([{ from: 100, to: 100, runs: 2 }]);
    expect((await on.store.outcomes.outcomes({ ...TASK, passes: true })).runs).toBe(5);
    for (const id of [gold, ...honest])
      expect(facts(on.store, id)).toMatchObject({ collateral: 0, suspicions: [] });
    expect(facts(on.store, more)).toMatchObject({ collateral: 1, omitted: 0, suspicions: ['collateral'] });
    expect(facts(on.store, nothing)).toMatchObject({ omitted: 1, suspicions: ['no_write', 'other_end'] });
    expect(facts(on.store, other)).toMatchObject({ collateral: 0, omitted: 0, suspicions: [] });
    const { state } = on.store.outcomes.ofRun(more);
    const detail = await on.store.outcomes.outcome({ ...TASK, state: state ?? '' });
    expect(detail.rows.map(({ mark, row }) => [mark, row.key, row.cells[0]])).toEqual([
      ['collateral', '7', { column: 'status', was: 'open', now: 'lost' }],
      ['same', '4', { column: 'status', was: 'open', now: 'shipped' }],
    ]);
  });

  it('say unknown where nothing stands for the right end, and judge by most of the passes once there are enough', async () => {
    await using on = await shop();
    const runs = Array.from({ length: 4 }, () => on.play({ sql: SHIP }));
    const odd = on.play({ sql: `${SHIP}; DELETE FROM order_items; DELETE FROM orders WHERE id = 1` });
    const lazy = on.play({ verdict: 'others' });
    await on.store.settled();
    expect(facts(on.store, odd)).toMatchObject({ collateral: 1, suspicions: ['collateral'] });
    expect((await on.store.outcomes.outcomes(TASK)).reference).toMatchObject({ from: 'majority' });
    await using few = await shop();
    const alone = few.play({});
    few.play({ sql: SHIP });
    await few.store.settled();
    expect((await few.store.outcomes.outcomes(TASK)).reference).toBeNull();
    expect(facts(few.store, alone)).toMatchObject({ collateral: null, suspicions: [] });
    expect(facts(on.store, runs[0] ?? '')).toMatchObject({ suspicions: [] });
    expect(facts(on.store, lazy)).toMatchObject({ suspicions: [] });
  });

  it('follow a mark, a label, a deletion and a verifier that is true of the seed', async () => {
    await using on = await shop();
    const wrong = Array.from({ length: 6 }, () =>
      on.play({ sql: "UPDATE orders SET status = 'x' WHERE id = 4" }),
    );
    const right = on.play({ sql: SHIP, verifies: 2 });
    await on.store.settled();
    expect(facts(on.store, right)).toMatchObject({ suspicions: ['other_end', 'peeked'] });
    on.store.outcomes.markReference({ scenario: 'shop', taskIdx: 0, run: right, by: 'Ana' });
    await on.store.settled();
    expect(facts(on.store, right)).toMatchObject({ suspicions: ['peeked'] });
    for (const id of wrong) expect(facts(on.store, id)).toMatchObject({ suspicions: ['other_end'] });
    expect((await on.store.outcomes.outcomes(TASK)).reference).toMatchObject({
      from: 'marked',
      by: 'Ana',
      run: right,
    });
    on.store.outcomes.dropReference('shop', 0);
    on.store.runs.setLabel(right, { by: 'Ben', outcome: 'complete', note: null });
    on.store.runs.setLabel(wrong[0] ?? '', { by: 'Ben', outcome: 'incomplete', note: null });
    await on.store.settled();
    expect((await on.store.outcomes.outcomes(TASK)).reference).toMatchObject({ from: 'label', run: right });
    expect(facts(on.store, wrong[0] ?? '')).toMatchObject({ suspicions: ['other_end', 'label'] });
    on.store.outcomes.setVacuous('shop', new Set([0]));
    await on.store.settled();
    expect(facts(on.store, wrong[1] ?? '')).toMatchObject({ suspicions: ['other_end', 'vacuous'] });
    const db = new Database(join(on.homeDir, 'catalog.db'));
    db.pragma('foreign_keys = ON');
    db.exec(`DELETE FROM verdicts; DELETE FROM snapshot_uses; DELETE FROM steps`);
    db.prepare('DELETE FROM episodes WHERE id = ?').run(right);
    db.close();
    await on.store.settled();
    expect(await on.store.outcomes.outcomes(TASK)).toMatchObject({
      runs: 6,
      reference: { from: 'majority' },
    });
  });

  it('count changed rows that no verifier reads: other tables, and other columns of rows that only changed', async () => {
    await using on = await shop();
    const { outcomes } = on.store;
    on.play({ sql: SHIP, over: { run: { tags: ['gold'] } } });
    const hack = on.play({ sql: `${SHIP}; UPDATE products SET price = 0 WHERE id = 1` });
    const gone = on.play({ sql: `${SHIP}; DELETE FROM products WHERE id = 1` });
    await on.store.settled();
    expect(facts(on.store, hack)).toMatchObject({ unread: null, suspicions: ['collateral'] });
    const pass = outcomes.unobserved([]);
    expect(pass).toMatchObject({ mode: 'code', verifierHash: 'verifier', steps: 1 });
    const read = (verifier: string, reads: readonly TableRead[] | null) => {
      outcomes.keepReads(verifier, pass?.state ?? 0, reads);
      return on.store.settled();
    };
    await read('verifier', [{ table: 'Orders', columns: ['Status', 'id'] }]);
    expect(facts(on.store, hack)).toMatchObject({ unread: 1, suspicions: ['collateral', 'unread'] });
    outcomes.setVerifiers('shop', [{ code: 'pack', sql: 'readings' }]);
    await on.store.settled();
    // The SQL verifier may read it: nothing is said.
    expect(facts(on.store, hack)).toMatchObject({ unread: null, suspicions: ['collateral'] });
    expect(outcomes.unobserved(['verifier'])).toMatchObject({ mode: 'sql', verifierHash: 'readings' });
    await read('readings', null);
    expect(facts(on.store, hack)).toMatchObject({ unread: null });
    await read('readings', [{ table: 'products', columns: [] }]);
    expect(facts(on.store, hack)).toMatchObject({ unread: 1, suspicions: ['collateral', 'unread'] });
    expect(facts(on.store, gone)).toMatchObject({ unread: 0, suspicions: ['collateral'] });
    await read('readings', [{ table: 'products', columns: ['price'] }]);
    expect(facts(on.store, hack)).toMatchObject({ unread: 0, suspicions: ['collateral'] });
    outcomes.setVerifiers('shop', [{ code: 'pack', sql: null }]);
    await on.store.settled();
    expect(facts(on.store, hack)).toMatchObject({ unread: 1 });
  });

  it('take the SQL verifier that runs were graded with, where none was graded by code', async () => {
    await using on = await shop();
    const run = on.play({ sql: `${SHIP}; UPDATE products SET price = 0 WHERE id = 1`, mode: 'sql' });
    await on.store.settled();
    expect(on.store.outcomes.unobserved([])).toMatchObject({ mode: 'sql', verifierHash: 'verifier' });
    const { state = 0 } = on.store.outcomes.unobserved([]) ?? {};
    on.store.outcomes.keepReads('verifier', state, [{ table: 'orders', columns: ['status'] }]);
    await on.store.settled();
    expect(facts(on.store, run)).toMatchObject({ unread: 1 });
  });

  it('are there for runs that an earlier version recorded, whose states a policy took away since', async () => {
    await using on = await shop();
    const ids = ['full', 'calls'].map((policy) =>
      on.play({ sql: SHIP, over: { policy: policy === 'calls' ? 'calls' : 'full' } }),
    );
    await on.store.settled();
    expect(on.store.episode(ids[1] ?? '')?.kept).toBe('calls');
    const answer = await on.store.outcomes.outcomes(TASK);
    expect(answer.items).toMatchObject([{ runs: 2, changed: 1 }]);
    await on.store[Symbol.asyncDispose]();
    const db = new Database(join(on.homeDir, 'catalog.db'));
    db.exec(`DELETE FROM outcome_runs; DELETE FROM end_states; DELETE FROM outcome_tasks; DELETE FROM run_facts;
      INSERT INTO outcome_pending SELECT n FROM episodes`);
    db.close();
    await using again = await createStore({ homeDir: on.homeDir });
    await again.settled();
    await again.settled();
    expect((await again.outcomes.outcomes(TASK)).items).toMatchObject([{ runs: 2, changed: 1 }]);
  });
});
