import { appendFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { createTinyPack, writeTinyScenario, type TinyPack } from '../../testing/tiny-pack.ts';
import { createEvidence } from '../evidence/index.ts';
import { watchVerifiers } from './watch-verifiers.ts';

/** Real verifiers on real runs: the code one reads the names of items, the SQL one only counts them. */

const RENAME = `@app.post("/rename", operation_id="rename", summary="Rename an item")
def rename(item_id: int, name: str):
    with SessionLocal() as session:
        session.get(Item, item_id).name = name
        session.commit()
        return {"renamed": item_id}


@app.post("/note", operation_id="note", summary="Write into the log")
def note(text: str):
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO log (text) VALUES (?)", (text,))
        return {"noted": text}


@app.get("/pid"`;

const withTools = (app: string) => app.replace('@app.get("/pid"', RENAME);

let judge: Server;
let pack: TinyPack;
let fixture: EngineFixture;
let opened: AsyncDisposableStack;

beforeAll(async () => {
  judge = createServer((_request, response) => {
    const content = JSON.stringify({ classification: 'complete', reasoning: 'so it is' });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ id: 'c', choices: [{ index: 0, message: { role: 'assistant', content } }] }),
    );
  });
  await new Promise<void>((ready) => judge.listen(0, '127.0.0.1', ready));
  const { port } = judge.address() as AddressInfo;
  pack = await createTinyPack(withTools);
  await writeTinyScenario(pack.dir, 'counted', withTools);
  for (const key of [pack.key, 'counted'])
    await appendFile(
      join(pack.dir, key, 'schema.sql'),
      'CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT);\n',
    );
  await rm(join(pack.dir, 'counted', 'tasks', '0', 'verify_code.py'));
  fixture = await createEngineFixture([pack.dir], {
    judge: { baseUrl: `http://127.0.0.1:${String(port)}/v1`, apiKey: 'k', model: 'm' },
  });
  const { store, dataset, host, homeDir } = fixture;
  opened = new AsyncDisposableStack();
  const evidence = opened.use(
    createEvidence({
      store,
      states: store.states,
      dataset,
      host,
      verifierTimeoutMs: 20_000,
      filesDir: join(homeDir, 'evidence'),
    }),
  );
  opened.use(
    watchVerifiers({
      outcomes: store.outcomes,
      evidence,
      dataset,
      check: { findings: () => undefined, onChecked: () => () => undefined },
      log: { warn: (details, message) => expect.fail(`${message}: ${JSON.stringify(details)}`) },
    }),
  );
}, 60_000);

afterAll(async () => {
  await opened.disposeAsync();
  await fixture[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  judge.closeAllConnections();
  judge.close();
});

async function play(scenario: string, calls: readonly (readonly [string, object])[]): Promise<string> {
  const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
  const reset = await session.reset({ scenario, task_idx: 0 });
  for (const [tool, args] of [...calls, ['verify', { verifier_mode: 'sql' }], ['done', {}]] as const)
    await session.step({ type: 'call_tool', tool_name: tool, arguments: { ...args } });
  await session.close('closed');
  return String(reset.metadata?.['record_id']);
}

const unreadOf = (id: string) => fixture.store.runs.get(id)?.unread;

describe('changed rows that no verifier reads', () => {
  it('with a SQL verifier alone are what its statements do not read, by table and column', async () => {
    const added = await play('counted', [['add_item', { name: 'second' }]]);
    const renamed = await play('counted', [['rename', { item_id: 1, name: 'other' }]]);
    const noted = await play('counted', [['note', { text: 'hidden' }]]);
    await vi.waitFor(
      () => {
        expect([added, renamed, noted].map(unreadOf)).toEqual([0, 1, 1]);
      },
      { timeout: 30_000, interval: 100 },
    );
    const { state } = fixture.store.outcomes.ofRun(renamed);
    const detail = await fixture.store.outcomes.outcome({
      scenario: 'counted',
      taskIdx: 0,
      state: state ?? '',
    });
    expect(detail.rows).toMatchObject([{ row: { table: 'items', kind: 'changed' }, unread: true }]);
  }, 60_000);

  it('with both are what neither reads, though runs were graded by one', async () => {
    const added = await play('tiny', [['add_item', { name: 'second' }]]);
    const renamed = await play('tiny', [['rename', { item_id: 1, name: 'other' }]]);
    const noted = await play('tiny', [
      ['rename', { item_id: 1, name: 'third' }],
      ['note', { text: 'hidden' }],
    ]);
    await vi.waitFor(
      () => {
        expect([added, renamed, noted].map(unreadOf)).toEqual([0, 0, 1]);
      },
      { timeout: 30_000, interval: 100 },
    );
  }, 60_000);
});
