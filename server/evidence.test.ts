import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerdictLane } from '../lib/contracts/evidence.ts';
import { createApp, type App } from './app.ts';
import { loadConfig, PROJECT_DIR } from './config.ts';
import { createLog } from './log.ts';
import { createRouteClient, type RouteClient } from './testing/route-client.ts';
import { createTinyPack, type TinyPack } from './testing/tiny-pack.ts';

/** The whole server over the starter pack and a scenario that misbehaves: real Python, real SQLite, real HTTP. */
let app: App;
let pack: TinyPack;
let home: string;
let rest: RouteClient;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'awm-home-'));
  pack = await createTinyPack();
  const data = [join(PROJECT_DIR, 'scenarios'), pack.dir].flatMap((dir) => ['--data', dir]);
  const flags = [...data, '--home', home, '--port', '0', '--no-ui', '--no-check', '--verifier-timeout', '2'];
  app = await createApp(loadConfig(flags, {}), createLog('silent'));
  rest = createRouteClient(app.url);
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

interface Play {
  readonly session: string;
  readonly record: string;
  call(...calls: readonly Call[]): Promise<void>;
}

async function play(scenario: string, taskIdx: number | null, options = {}): Promise<Play> {
  const { session } = await rest('createSession', { body: { scenario, taskIdx, options } });
  return {
    session: session.id,
    record: session.recordId ?? '',
    async call(...calls) {
      for (const [tool_name, args] of calls) {
        const action = { type: 'call_tool' as const, tool_name, arguments: args };
        await rest('stepSession', { params: { id: session.id }, body: { action } });
      }
    },
  };
}

async function wholeLane(id: string): Promise<VerdictLane> {
  return expect
    .poll(() => rest('getVerdicts', { params: { id } }), { interval: 50 })
    .toSatisfy((lane: VerdictLane) => lane.pending.length === 0)
    .then(() => rest('getVerdicts', { params: { id } }));
}

const said = ({ items }: VerdictLane) =>
  [...items].sort((a, b) => a.seq - b.seq).map(({ seq, verdict }) => `${String(seq)} ${verdict}`);

describe('the verdict at each state', () => {
  it('is complete exactly where a gold play has done its task', async () => {
    const game = await play('city_library', 0);
    const renew: Call = ['renew_loan', { loan_id: 1 }];
    await game.call(['search_members', { q: 'Wrona' }], ['list_member_loans', { member_id: 2 }], renew);
    expect(said(await wholeLane(game.record))).toEqual(['0 others', '1 others', '2 others', '3 complete']);
    await game.call(renew, ['get_member', { member_id: 2 }]);
    const lane = await wholeLane(game.record);
    expect(said(lane).slice(3)).toEqual(['3 complete', '4 others', '5 others']);
    expect(lane).toMatchObject({ none: null, changed: null, impossible: [] });
    expect(lane.items.every(({ answer, answerFrom }) => answer === '' && answerFrom === 'none')).toBe(true);
    expect(await rest('getEpisode', { params: { id: game.record } })).toMatchObject({ sawVerdictAt: 3 });
  });

  it('is given with the answer from the verify step on that told it', async () => {
    const game = await play('city_library', 5);
    const answer = 'His card number is L-1015 and the book is due on 23 March 2026.';
    await game.call(
      [
        'register_member',
        {
          full_name: 'Femi Adeyemi',
          email: 'femi.adeyemi@post.example',
          tier: 'adult',
          home_branch_id: 3,
          joined_on: '2026-03-02',
        },
      ],
      ['check_out_copy', { barcode: 'HAR-00013', member_id: 15, loaned_on: '2026-03-02' }],
      ['verify', { final_answer: answer }],
      ['verify', {}],
    );
    const lane = await wholeLane(game.record);
    expect(said(lane)).toEqual(['0 others', '1 others', '2 others', '3 complete', '4 complete']);
    expect(lane.items.find(({ seq }) => seq === 2)).toMatchObject({ answer: '', answerFrom: 'none' });
    expect(lane.items.find(({ seq }) => seq === 4)).toMatchObject({ answer, answerFrom: 'verify_step' });
  });

  it('is told in full: what came back, what was read, where it ended', async () => {
    const game = await play('tiny', 0);
    await game.call(['add_item', { name: 'wanted' }]);
    const detail = await rest('getVerdict', { params: { id: game.record, seq: 1 } });
    expect(detail).toMatchObject({
      verdict: { seq: 1, verdict: 'complete', answer: '', answerFrom: 'none' },
      mode: 'code',
      functionName: 'verify_task_completion',
      returnedJson: '{"result":"complete","rows":2}',
      stdout: '',
      error: null,
      traceback: null,
      readsClock: false,
      reads: [{ table: 'items', columns: ['name'] }],
      endedAtLine: 5,
    });
    expect(await rest('getVerdict', { params: { id: game.record, seq: 1 } })).toEqual(detail);
    await expect(rest('getVerdict', { params: { id: game.record, seq: 2 } })).rejects.toThrow('no step 2');
  });

  it('says what raised, and gives a verifier up that never ends', async () => {
    const large = await play('tiny', 2);
    const { error, endedAtLine } = await rest('getVerdict', { params: { id: large.record, seq: 0 } });
    expect(error).toContain('memory');
    expect(endedAtLine).toBe(2);
    expect(said(await wholeLane(large.record))).toEqual(['0 judge_error']);

    const endless = await play('tiny', 1);
    await endless.call(['add_item', { name: 'a' }], ['add_item', { name: 'b' }]);
    const lane = await wholeLane(endless.record);
    expect(lane.items).toEqual([]);
    const reasons = lane.impossible.map(({ seq, message }) => `${String(seq)} ${message}`).sort();
    expect(reasons).toEqual([
      '0 Not run: the verifier took longer than its limit at later states.',
      '1 Verifier timed out after 2.0s.',
      '2 Verifier timed out after 2.0s.',
    ]);
  });

  it('is hidden in baseline play until it is done', async () => {
    const game = await play('tiny', 0, { baseline: true });
    await game.call(['add_item', { name: 'wanted' }]);
    expect(await rest('getVerdicts', { params: { id: game.record } })).toMatchObject({
      items: [],
      none: 'baseline',
    });
    const refused = rest('getVerdict', { params: { id: game.record, seq: 1 } });
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await game.call(['done', {}]);
    const lane = said(await wholeLane(game.record));
    expect(lane.slice(0, 2)).toEqual(['0 others', '1 complete']);
    expect(lane.at(-1)).toContain('complete');
    expect(await rest('getEpisode', { params: { id: game.record } })).toMatchObject({ sawVerdictAt: null });
  });

  it('is none without a task', async () => {
    const game = await play('tiny', null);
    expect(await rest('getVerdicts', { params: { id: game.record } })).toMatchObject({ none: 'no_task' });
    const refused = rest('getVerdict', { params: { id: game.record, seq: 0 } });
    await expect(refused).rejects.toMatchObject({ status: 409 });
    await expect(rest('getVerdicts', { params: { id: 'nowhere' } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('an episode’s states over REST', () => {
  it('are read by change, table, row, cell, statement and log', async () => {
    const game = await play('tiny', 0);
    await game.call(['add_item', { name: 'x'.repeat(3_000) }], ['fail', {}], ['list_items', {}]);
    const params = { id: game.record };
    const changes = await rest('getChanges', { params, query: { from: 0, to: 3 } });
    expect(changes).toMatchObject({ state: 'ok', inserted: 1, tables: [{ name: 'items' }] });
    expect(await rest('getTables', { params, query: { seq: 1 } })).toMatchObject({
      tables: [{ name: 'items', rows: 2 }],
    });
    const table = { ...params, table: 'items' };
    const page = await rest('getTableRows', { params: table, query: { seq: 1, search: 'xxx' } });
    const key = page.state === 'ok' ? (page.rows[0]?.key ?? '') : '';
    expect(page).toMatchObject({ total: 1, rows: [{ cells: [2, { length: 3_000 }, {}] }] });
    expect(await rest('getRowHistory', { params: table, query: { key, to: 3 } })).toMatchObject({
      entries: [{ seq: 1, change: 'inserted', toolName: 'add_item' }],
    });
    const cell = await rest('getCell', { params: table, query: { key, column: 'name', seq: 1 } });
    expect(cell.text).toHaveLength(3_000);
    const sql = 'SELECT count(*), (SELECT count(*) FROM initial.items) FROM items';
    expect(await rest('runSql', { params, body: { seq: 3, sql } })).toMatchObject({
      kind: 'rows',
      rows: [[2, 1]],
    });
    const log = await rest('getStepLog', { params: { ...params, seq: 2 } });
    expect(log.text).toContain('RuntimeError: on purpose');
    expect(log).toMatchObject({ complete: true, bytes: Buffer.byteLength(log.text) });
  });

  it('are asked no longer when whoever asked has gone', async () => {
    const { record } = await play('tiny', 0);
    const sql = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const send = (signal: AbortSignal) =>
      fetch(new URL(`api/episodes/${record}/sql`, app.url), {
        method: 'POST',
        body: JSON.stringify({ seq: 0, sql }),
        signal,
      });
    // Two run at once: were they not ended, the last ones would have their turn after seconds.
    const gone = Array.from({ length: 16 }, () => new AbortController());
    const asked = gone.map(async (controller) => {
      const sent = send(controller.signal);
      setTimeout(() => {
        controller.abort();
      }, 50);
      await sent;
    });
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
    const start = performance.now();
    await rest('runSql', { params: { id: record }, body: { seq: 0, sql: 'SELECT 1' } });
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('refuse what is not right, and say what to do', async () => {
    const { record } = await play('tiny', 0);
    const params = { id: record };
    await expect(rest('getTables', { params, query: { seq: 'x' } })).rejects.toThrow(/query\.seq: .*number/);
    await expect(rest('getTables', { params, query: {} as { seq: number } })).rejects.toThrow(/query\.seq/);
    await expect(rest('getTables', { params, query: { seq: 7 } })).rejects.toMatchObject({ status: 404 });
    const table = { ...params, table: 'items' };
    await expect(rest('getTableRows', { params: table, query: { seq: 0, column: 'name' } })).rejects.toThrow(
      'names both, or neither',
    );
    await expect(rest('getTableRows', { params: table, query: { seq: 0, limit: 1_000 } })).rejects.toThrow(
      /query\.limit: .*100/,
    );
    await expect(rest('runSql', { params, body: { seq: 0, sql: '' } })).rejects.toThrow(/body\.sql/);
    await expect(rest('runSql', { params, body: { seq: 9, sql: 'SELECT 1' } })).rejects.toThrow('no step 9');
    await expect(rest('getStepLog', { params: { ...params, seq: 4 } })).rejects.toThrow('no step 4');
  });
});

describe('tasks over REST', () => {
  it('count baseline plays that were done as people’s, and name the best verdict', async () => {
    const game = await play('household_budget', 0, { baseline: true });
    await game.call(['done', {}]);
    const { items } = await rest('getTaskStats', {});
    const found = items.find(({ scenario }) => scenario === 'household_budget');
    expect(found).toMatchObject({ taskIdx: 0, humanRuns: 1, humanPasses: 0, agentRuns: 0, best: 'others' });
  });
});

describe('a scenario over REST', () => {
  it('shows its code with each route’s lines, its tasks’ verifiers, and its seeded rows', async () => {
    const source = await rest('getSource', { params: { key: 'tiny' } });
    const route = source.routes.find(({ tool }) => tool === 'add_item');
    expect(route).toMatchObject({ method: 'POST', path: '/items' });
    const lines = source.code.split('\n');
    expect(lines[(route?.line ?? 0) - 1]).toContain('@app.post("/items"');
    expect(lines[(route?.endLine ?? 0) - 1]).toContain('return {"id": item.id');
    const task = await rest('getTaskDetail', { params: { key: 'tiny', taskIdx: 0 } });
    expect(task).toMatchObject({ text: 'Task 0', verifiers: [{ mode: 'code' }, { mode: 'sql' }] });
    await expect(rest('getTaskDetail', { params: { key: 'tiny', taskIdx: 4 } })).rejects.toThrow('0 to 3');
    expect(await rest('getScenarioTables', { params: { key: 'tiny' } })).toMatchObject({
      tables: [{ name: 'items', rows: 1 }],
    });
    const rows = rest('getScenarioRows', { params: { key: 'tiny', table: 'items' }, query: { seq: 0 } });
    expect(await rows).toMatchObject({ rows: [{ cells: [1, 'first', null] }] });
    await expect(rest('getSource', { params: { key: 'nowhere' } })).rejects.toMatchObject({ status: 404 });
  });
});
