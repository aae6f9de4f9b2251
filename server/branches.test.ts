import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../lib/contracts/jobs.ts';
import { createApp, type App } from './app.ts';
import { loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { createRouteClient, type RouteClient } from './testing/route-client.ts';
import { createTinyPack, type TinyPack } from './testing/tiny-pack.ts';

/** Forks, replays and comparisons over REST: the whole server, real Python, real SQLite, real HTTP. */
let app: App;
let pack: TinyPack;
let home: string;
let rest: RouteClient;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'awm-home-'));
  pack = await createTinyPack();
  const flags = ['--data', pack.dir, '--home', home, '--port', '0', '--no-ui', '--no-check'];
  app = await createApp(loadConfig(flags, {}), createLog('silent'));
  rest = createRouteClient(app.url);
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

type Call = readonly [tool: string, args?: Readonly<Record<string, unknown>>];

async function step(session: string, ...calls: readonly Call[]): Promise<void> {
  for (const [tool_name, args = {}] of calls) {
    const action = { type: 'call_tool' as const, tool_name, arguments: args };
    await rest('stepSession', { params: { id: session }, body: { action } });
  }
}

async function play(...calls: readonly Call[]): Promise<string> {
  const { session } = await rest('createSession', { body: { scenario: 'tiny', taskIdx: 0 } });
  await step(session.id, ...calls);
  return session.recordId ?? '';
}

async function ended({ id }: Job): Promise<Job> {
  let job = await rest('getJob', { params: { id } });
  await expect
    .poll(
      async () => {
        job = await rest('getJob', { params: { id } });
        return job.endedAtMs;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return job;
}

describe('over REST', () => {
  it('a run is forked, compared with its fork, merged with it, replayed and tried otherwise', async () => {
    const id = await play(
      ['add_item', { name: 'wanted' }],
      ['list_items'],
      ['add_item', { name: 'a' }],
      ['verify'],
      ['done'],
    );
    const { session } = await rest('forkEpisode', { params: { id }, body: { seq: 2 } });
    const fork = session.recordId ?? '';
    await step(session.id, ['add_item', { name: 'b' }], ['verify'], ['done']);
    await app.store.settled();

    const { nodes } = await rest('getLineage', { params: { id: fork } });
    expect(nodes).toMatchObject([
      { id, parent: null, origin: 'played', verdict: 'complete' },
      { id: fork, parent: { id, seq: 2 }, origin: 'fork', actor: 'human', verdict: 'complete' },
    ]);

    const { paths } = await rest('getPaths', { query: { ids: `${id},${fork}` } });
    const states = paths.map(({ steps }) => steps.map((each) => each.state));
    expect(states[0]?.slice(0, 2)).toEqual(states[1]?.slice(0, 2));
    expect(states[0]?.[2]).not.toBe(states[1]?.[2]);
    expect(paths[0]?.steps[0]).toMatchObject({
      kind: 'call_tool',
      wrote: true,
      argumentsJson: '{"name":"wanted"}',
    });

    const pair = { a: id, aSeq: 3, b: fork, bSeq: 3 };
    const difference = await rest('getStateDifference', { query: pair });
    expect(difference).toMatchObject({ state: 'ok', from: 3, to: 3 });
    expect(JSON.stringify(difference)).toContain('items');

    const tree = await rest('getGroupTree', { body: { target: { ids: [id, fork] } } });
    expect(tree.nodes.map(({ parent, runs }) => [parent, runs])).toEqual([
      [null, 2],
      [0, 2],
      [1, 1],
      [1, 1],
    ]);
    expect(tree.runs.map(({ verdict, leaf }) => [verdict, leaf])).toEqual([
      ['complete', 2],
      ['complete', 3],
    ]);

    expect(await rest('getReplay', { params: { id } })).toEqual({ replay: null });
    const job = await ended(
      await rest('replayRuns', { body: { target: { ids: [id, fork] }, clock: 'now' } }),
    );
    expect(job).toMatchObject({
      kind: 'replay',
      state: 'done',
      ok: 2,
      result: { exact: 0, equal: 2, drift: 0, not_replayable: 0 },
    });
    expect((await rest('getReplay', { params: { id } })).replay).toMatchObject({
      runId: id,
      outcome: 'equal',
      clock: 'now',
    });

    const other = await ended(await rest('tryWhatIf', { params: { id }, body: { seq: 1 } }));
    expect(other).toMatchObject({
      state: 'done',
      result: { before: 'complete', after: 'others', flips: true },
    });
    const { runId } = other.result as { readonly runId: string };
    expect((await rest('getLineage', { params: { id } })).nodes.map((node) => node.origin)).toEqual([
      'played',
      'fork',
      'what_if',
    ]);
    expect(await rest('getEpisode', { params: { id: runId } })).toMatchObject({
      origin: 'what_if',
      endReason: 'done',
    });
  });

  it('what is not there, or not one task’s, is refused by name', async () => {
    const nobody = '0'.repeat(32);
    await expect(rest('forkEpisode', { params: { id: nobody }, body: { seq: 0 } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(rest('getLineage', { params: { id: nobody } })).rejects.toMatchObject({ status: 404 });
    await expect(rest('getReplay', { params: { id: nobody } })).rejects.toMatchObject({ status: 404 });
    await expect(rest('getPaths', { query: { ids: '' } })).rejects.toMatchObject({ status: 400 });
    await expect(rest('getPaths', { query: { ids: nobody } })).rejects.toMatchObject({ status: 404 });
    await expect(rest('tryWhatIf', { params: { id: nobody }, body: { seq: 1 } })).rejects.toMatchObject({
      status: 404,
    });
    const none = await rest('getGroupTree', { body: { target: { ids: [nobody] } } });
    expect(none).toMatchObject({ runs: [], nodes: [], left: [{ id: nobody }] });
    const job = await ended(await rest('replayRuns', { body: { target: { ids: [nobody] } } }));
    expect(job).toMatchObject({ state: 'done', failed: 1 });
  });

  it('a blind play that runs tells no verdict', async () => {
    const { session } = await rest('createSession', {
      body: { scenario: 'tiny', taskIdx: 0, options: { baseline: true } },
    });
    await step(session.id, ['add_item', { name: 'wanted' }]);
    const id = session.recordId ?? '';
    const [tree, lineage, { paths }] = await Promise.all([
      rest('getGroupTree', { body: { target: { ids: [id] } } }),
      rest('getLineage', { params: { id } }),
      rest('getPaths', { query: { ids: id } }),
    ]);
    expect([...tree.runs, ...lineage.nodes].every(({ verdict }) => verdict === null)).toBe(true);
    expect(paths[0]?.run.verdict).toBeNull();
    await expect(rest('tryWhatIf', { params: { id }, body: { seq: 1 } })).rejects.toMatchObject({
      status: 403,
    });
  });
});
