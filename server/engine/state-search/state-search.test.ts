import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { createTinyPack, type TinyPack } from '../../testing/tiny-pack.ts';
import { createStateSearch } from './create-state-search.ts';
import type { StateSearch } from './types.ts';

let pack: TinyPack;
let fixture: EngineFixture;
let search: StateSearch;
let ids: string[];

beforeAll(async () => {
  pack = await createTinyPack();
  fixture = await createEngineFixture([pack.dir]);
  search = createStateSearch({
    runs: fixture.store.runs,
    host: fixture.host,
    refuse: () => undefined,
    filesDir: join(fixture.homeDir, 'tmp', 'search'),
  });
  ids = [await play(['wanted']), await play(['other', 'wanted']), await play([])];
});

afterAll(async () => {
  await search[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

async function play(names: readonly string[]): Promise<string> {
  const session = fixture.engine.createSession({ actor: 'unnamed client', transport: 'test' });
  const reset = await session.reset({ scenario: 'tiny', task_idx: 0 });
  for (const name of names)
    await session.step({ type: 'call_tool', tool_name: 'add_item', arguments: { name } });
  await session.close('closed');
  await fixture.store.settled();
  return String(reset.metadata?.['record_id']);
}

const ask = (sql: string, of: 'end' | 'steps' = 'end', some: readonly string[] = ids) =>
  search.search({ target: { ids: [...some] }, sql, of });

it('asks of many runs what they changed, at the end and step by step', async () => {
  const [one, two] = ids;
  const ends = await ask(
    `SELECT run, "table", kind, now FROM changes WHERE "column" = 'name' ORDER BY run = '${String(two)}', now`,
  );
  expect(ends).toMatchObject({
    kind: 'rows',
    columns: ['run', 'table', 'kind', 'now'],
    rows: [
      [one, 'items', 'inserted', 'wanted'],
      [two, 'items', 'inserted', 'other'],
      [two, 'items', 'inserted', 'wanted'],
    ],
    runs: [one, two],
    searched: 3,
    unread: 0,
    beyondLimit: 0,
  });
  const steps = await ask(
    `SELECT seq, tool, now FROM changes WHERE run = '${String(two)}' AND "column" = 'name'`,
    'steps',
  );
  expect(steps).toMatchObject({
    rows: [
      [1, 'add_item', 'other'],
      [2, 'add_item', 'wanted'],
    ],
  });
  const counts = await ask('SELECT id AS run, steps, wrote FROM runs WHERE wrote = 0');
  expect(counts).toMatchObject({ rows: [[ids[2], 0, 0]], runs: [ids[2]] });
});

it('a statement that writes, is wrong, or never ends is answered', async () => {
  expect(await ask('DELETE FROM changes')).toMatchObject({ kind: 'refused' });
  expect(await ask('SELECT nothing FROM nowhere')).toMatchObject({ kind: 'refused' });
  expect(await ask("ATTACH '/etc/passwd' AS x")).toMatchObject({ kind: 'refused' });
  const endless = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
  expect(await ask(endless)).toMatchObject({ kind: 'stopped' });
});

it('reads at most 2,000 runs, skips those that are gone, and leaves no file', async () => {
  const many = Array.from({ length: 2_010 }, (_, i) => i.toString(16).padStart(32, '0'));
  const answer = await ask('SELECT count(*) AS n FROM runs', 'end', [...ids, ...many]);
  expect(answer).toMatchObject({ kind: 'rows', rows: [[3]], searched: 3, beyondLimit: 13 });
  const dir = join(fixture.homeDir, 'tmp', 'search');
  expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
  await expect(search.search({ target: { selection: 'gone' }, sql: 'SELECT 1', of: 'end' })).rejects.toThrow(
    'not kept any more',
  );
});
