import { buffer, text } from 'node:stream/consumers';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { stepInput } from '../../testing.ts';
import { openLibrary } from '../testing.ts';
import { EXPORT_COLUMNS } from './columns.ts';
import { csvText } from '../../../../lib/util/csv-text.ts';

type Library = Awaited<ReturnType<typeof openLibrary>>;

const NASTY = '=HYPERLINK("http://x","y"), "quoted"\nand a line';

async function two(open: Library) {
  const { recorder } = open.begin({
    task: NASTY,
    run: { experiment: '+1', train_step: 3_000_000_000, tags: ['a;b', '"c"'] },
  });
  recorder.step(stepInput({ httpStatus: 404, rewardType: 'tool_not_found', reward: -1 }));
  recorder.verdict('code', 'server_error', -1, '@answer', 'h');
  recorder.end('done');
  const { recorder: live } = open.begin();
  await open.store.settled();
  return {
    ended: recorder.episodeId,
    live: live.episodeId,
    all: (await open.runs.select({ q: 'sort:-when' })).id,
  };
}

it('JSON lines hold every column, nulls and lists as they are', async () => {
  await using open = await openLibrary();
  const { ended, live, all } = await two(open);
  const lines = (await text(open.runs.exportTable(all, 'jsonl'))).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows).toMatchObject([
    {
      id: ended,
      task: NASTY,
      experiment: '+1',
      train_step: 3_000_000_000,
      tags: ['a;b', '"c"'],
      statuses: [404],
      reward: -1,
      answer: '@answer',
      label: null,
      pinned: false,
    },
    { id: live, ended_at: null, verdict: null },
  ]);
  for (const row of rows) expect(Object.keys(row)).toEqual(EXPORT_COLUMNS.map(({ name }) => name));
  expect(String(rows[0]?.['started_at'])).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

it('CSV runs no formula in a spreadsheet', async () => {
  await using open = await openLibrary();
  const { ended, all } = await two(open);
  const csv = await text(open.runs.exportTable(all, 'csv'));
  expect(csv.startsWith('id,scenario,pack,task_idx,task,')).toBe(true);
  expect(csv).toContain(
    `\r\n${ended},shop,starter,0,"'=HYPERLINK(""http://x"",""y""), ""quoted""\nand a line",`,
  );
  expect(csv).toContain(",'+1,");
  expect(csv).toContain(",'@answer,");
  // A number stays one.
  expect(csv).toContain(',-1,server_error,');
  expect(['=1', '-x', '\tx', 'x=1', 'a,b', 'plain'].map(csvText)).toEqual([
    "'=1",
    "'-x",
    "'\tx",
    'x=1',
    '"a,b"',
    'plain',
  ]);
});

it('Parquet reads back the same', async () => {
  await using open = await openLibrary();
  const { ended, live, all } = await two(open);
  const bytes = await buffer(open.runs.exportTable(all, 'parquet'));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const rows = await parquetReadObjects({ file });
  expect(rows).toMatchObject([
    {
      id: ended,
      task: NASTY,
      task_idx: 0,
      train_step: 3_000_000_000,
      tags: '["a;b","\\"c\\""]',
      reward: -1,
      pinned: false,
      agrees: null,
      steps: 1,
    },
    { id: live, ended_at: null },
  ]);
  expect(rows[0]?.['started_at']).toBeInstanceOf(Date);
});

it('a selection of nothing, and one whose runs are gone, are files too', async () => {
  await using open = await openLibrary();
  const none = (await open.runs.select({ q: 'experiment:nothing' })).id;
  expect(await text(open.runs.exportTable(none, 'jsonl'))).toBe('');
  expect(await text(open.runs.exportTable(none, 'csv'))).toMatch(/^id,.*\r\n$/);
  expect((await buffer(open.runs.exportTable(none, 'parquet'))).subarray(0, 4).toString()).toBe('PAR1');
  expect(() => open.runs.exportTable('gone', 'csv')).toThrow('not kept any more');
});

it('an export that nobody reads on gives its place back', async () => {
  await using open = await openLibrary();
  const { all } = await two(open);
  const files = [1, 2, 3].map(() => open.runs.exportTable(all, 'csv'));
  expect(() => open.runs.exportTable(all, 'csv')).toThrow('Several exports');
  files[0]?.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await text(open.runs.exportTable(all, 'csv'))).toContain('id,');
});
