import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../store/index.ts';
import { connectRaw, type RawClient } from './raw-client.ts';
import { startServerProcess } from './server-process.ts';
import { mountSmallDisk } from './small-disk.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/** A server whose home is on a disk that fills up: every request is answered, nothing acknowledged is lost. */

const NO_MOUNT = 'mounting a small tmpfs needs privileges';

let pack: TinyPack;

beforeAll(async () => {
  pack = await createTinyPack();
});

afterAll(() => pack[Symbol.asyncDispose]());

async function said(client: RawClient, tool: string, args: Record<string, unknown> = {}) {
  const { type, data } = await client.call(tool, args);
  return { type, kind: data.observation?.['reward_type'], text: JSON.stringify(data) };
}

async function count(client: RawClient): Promise<number> {
  const { data } = await client.call('list_items');
  return (JSON.parse(String(data.observation?.['tool_result'])) as unknown[]).length;
}

async function open(url: string): Promise<{ client: RawClient; id: string }> {
  const client = await connectRaw(url);
  const { data } = await client.reset({ scenario: 'tiny', task_idx: 0 });
  expect(data.observation).toMatchObject({ reward_type: 'reset_ok' });
  return { client, id: String((data['metadata'] as Record<string, unknown>)['record_id']) };
}

/** Every step of every episode is there, numbered without gaps, and its state can be rebuilt. */
async function expectWhole(homeDir: string, ids: readonly string[]): Promise<readonly string[][]> {
  await using store = await createStore({ homeDir });
  const dir = await mkdtemp(join(tmpdir(), 'awm-rebuilt-'));
  const tools: string[][] = [];
  for (const id of ids) {
    const steps = store.steps(id);
    expect(steps.map(({ seq }) => seq)).toEqual(steps.map((_, i) => i + 1));
    for (const { seq, dbAfter } of steps) {
      const path = join(dir, 'state');
      await store.snapshotTo(id, seq, path);
      expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(dbAfter);
    }
    tools.push(steps.map(({ toolName }) => toolName ?? ''));
  }
  await rm(dir, { recursive: true });
  return tools;
}

describe('a disk that fills up under a running server', () => {
  it('is told in every answer, loses nothing, and is forgotten when there is space', async (test) => {
    using disk = mountSmallDisk(32);
    if (disk === undefined) return test.skip(NO_MOUNT);
    const homeDir = join(disk.path, 'home');
    await using server = await startServerProcess({ packs: [pack.dir], homeDir });
    const first = await open(server.wsUrl);
    const second = await open(server.wsUrl);
    for (let i = 0; i < 5; i++) {
      expect(await said(first.client, 'add_item', { name: `kept ${String(i)}` })).toMatchObject({
        kind: 'tool_call_ok',
      });
    }
    disk.fill();

    // The scenario's own database cannot grow either; whatever the step did, the client learns of the disk.
    const written = await said(first.client, 'add_item', { name: 'x'.repeat(50_000) });
    expect(written).toMatchObject({ type: 'observation', kind: 'server_error' });
    const read = await said(first.client, 'list_items');
    expect(read.kind).toMatch(/server_error|tool_call_ok/);
    const big = await said(first.client, 'big', { size: 300_000 });
    expect(big.kind).toMatch(/server_error|tool_call_ok/);
    expect([written, read, big].map(({ text }) => text).join('\n')).toMatch(
      /is full .*free\). Free some space/,
    );
    expect(await said(first.client, 'verify')).toMatchObject({
      kind: 'server_error',
      text: expect.stringMatching(/is full/) as string,
    });
    await using third = await connectRaw(server.wsUrl);
    const refused = await third.reset({ scenario: 'tiny' });
    expect(refused.data.observation).toMatchObject({
      reward_type: 'reset_error',
      error: expect.stringMatching(/disk that holds .* is full/) as string,
    });
    expect(await third.send({ type: 'state' })).toMatchObject({ type: 'state' });
    expect((await fetch(`${server.httpUrl}/health`)).status).toBe(200);
    // Ends on a full disk.
    expect(await said(second.client, 'done', { keep_session: true })).toMatchObject({ type: 'observation' });
    await second.client[Symbol.asyncDispose]();
    await using fourth = await connectRaw(server.wsUrl);
    expect((await fourth.reset({ scenario: 'tiny' })).data.observation).toMatchObject({
      reward_type: 'reset_error',
    });

    disk.free();
    expect(await said(first.client, 'add_item', { name: 'after' })).toMatchObject({ kind: 'tool_call_ok' });
    expect(await count(first.client)).toBeGreaterThanOrEqual(7);
    const later = await open(server.wsUrl);
    expect(await said(later.client, 'add_item', { name: 'wanted' })).toMatchObject({ kind: 'tool_call_ok' });
    expect(await said(later.client, 'verify')).toMatchObject({ kind: 'complete' });
    expect(await said(later.client, 'done')).toMatchObject({ kind: 'episode_done' });
    expect((await third.reset({ scenario: 'tiny' })).data.observation).toMatchObject({
      reward_type: 'reset_ok',
    });
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    const [mine, , last] = await expectWhole(homeDir, [first.id, second.id, later.id]);
    expect(mine?.filter((tool) => tool === 'add_item').length).toBeGreaterThanOrEqual(6);
    expect(last).toEqual(['add_item', 'verify', 'done']);
  });

  it('is survived by a kill, a start that says so, and a start when there is space', async (test) => {
    using disk = mountSmallDisk(32);
    if (disk === undefined) return test.skip(NO_MOUNT);
    const homeDir = join(disk.path, 'home');
    // What somebody deletes when the disk is full: the scenario fills all that is left beside it.
    const deletable = join(disk.path, 'deletable');
    writeFileSync(deletable, randomBytes(4 << 20));
    let acknowledged = 0;
    const ids: string[] = [];
    {
      await using server = await startServerProcess({ packs: [pack.dir], homeDir });
      const session = await open(server.wsUrl);
      ids.push(session.id);
      // The scenario fills the disk itself.
      for (let i = 0; i < 60; i++) {
        const answer = await said(session.client, 'fill', { count: 200 });
        if (answer.kind !== 'tool_call_ok') break;
        acknowledged += 1;
      }
      expect(acknowledged).toBeGreaterThan(2);
      expect(acknowledged).toBeLessThan(60);
      server.child.kill('SIGKILL');
      await server.exited;
    }
    disk.fill();
    const started = await startServerProcess({ packs: [pack.dir], homeDir }).catch((error: unknown) => error);
    if (started instanceof Error) expect(started.message).toMatch(/is full .*Free some space/);
    else await (started as AsyncDisposable)[Symbol.asyncDispose]();
    disk.free();
    rmSync(deletable);
    {
      await using server = await startServerProcess({ packs: [pack.dir], homeDir });
      const { client } = await open(server.wsUrl);
      expect(await said(client, 'add_item', { name: 'after' })).toMatchObject({ kind: 'tool_call_ok' });
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    }
    const [tools] = await expectWhole(homeDir, ids);
    expect(tools?.length).toBeGreaterThanOrEqual(acknowledged);
  });
});
