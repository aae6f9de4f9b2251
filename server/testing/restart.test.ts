import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../store/index.ts';
import { stepInput } from '../store/testing.ts';
import { connectRaw } from './raw-client.ts';
import { createRestClient } from './rest-client.ts';
import { limitOn, startServerProcess, type ServerProcess } from './server-process.ts';
import { writeTinyScenario } from './tiny-pack.ts';

/** People's sessions outlive the server: real processes, ended politely and not, on one home. */

let packDir: string;
let homeDir: string;

beforeAll(async () => {
  packDir = await mkdtemp(join(tmpdir(), 'awm-restart-pack-'));
  await writeTinyScenario(packDir);
  await writeTinyScenario(packDir, 'counting', (app) =>
    app.replace(
      '@app.get("/pid"',
      `seen = []


@app.post("/count", operation_id="count", summary="How often it was called")
def count():
    seen.append(1)
    return {"count": len(seen)}


@app.get("/pid"`,
    ),
  );
});

afterAll(() => rm(packDir, { recursive: true, force: true }));

beforeEach(async () => {
  homeDir = await mkdtemp(join(tmpdir(), 'awm-restart-home-'));
});

afterEach(() => rm(homeDir, { recursive: true, force: true }));

const start = (flags: readonly string[] = []): Promise<ServerProcess> =>
  startServerProcess({ packs: [packDir], homeDir, flags });

async function end(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.child.kill(signal);
  await server.exited;
}

const items = (body: { observation: Record<string, unknown> }): string[] =>
  (JSON.parse(String(body.observation['tool_result'])) as { name: string }[]).map(({ name }) => name);

describe.each(['SIGTERM', 'SIGKILL'] as const)('after %s', (signal) => {
  it('a session goes on in its episode, with its database, and the verdict is that of the whole', async () => {
    let id: string;
    let recordId: string;
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl, 'page-number-1');
      const session = await rest.open('tiny');
      id = session.id;
      recordId = String(session.recordId);
      await rest.call(id, 'add_item', { name: 'wanted' });
      await rest.call(id, 'list_items');
      await end(server, signal);
    }
    await using server = await start();
    const rest = createRestClient(server.httpUrl, 'page-number-1');
    const [listed] = await rest.sessions();
    expect(listed).toMatchObject({
      id,
      recordId,
      stepCount: 2,
      phase: 'hibernated',
      actor: 'human',
      control: { holder: 'page-number-1' },
      restored: { from: 'database', steps: 2, lostCall: null, problem: null },
    });
    expect(listed?.restoredAtMs).toBeGreaterThan(Date.now() - 60_000);
    expect((await rest.send('GET', `/api/sessions/${id}/tools`)).status).toBe(200);
    expect(items((await rest.call(id, 'list_items')).body)).toEqual(['first', 'wanted']);
    await rest.call(id, 'add_item', { name: 'second' });
    const verdict = await rest.call(id, 'verify', { verifier_mode: 'code' });
    expect(verdict.body.observation).toMatchObject({ reward_type: 'complete', steps_taken: 5 });
    await rest.call(id, 'done');
    const steps = await rest.steps(recordId);
    expect(steps.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(steps[3]?.dbBefore).toBe(steps[2]?.dbAfter);
    expect(await rest.episode(recordId)).toMatchObject({
      endReason: 'done',
      verdict: 'complete',
      sawVerdictAt: 5,
    });
  });

  it('a running call is told as lost, and nothing of it is in the database', async () => {
    let id: string;
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      id = (await rest.open('tiny')).id;
      await rest.call(id, 'add_item', { name: 'kept' });
      const running = rest.call(id, 'add_then_spin').catch(() => undefined);
      await expect.poll(async () => (await rest.session(id)).body.phase).toBe('running');
      const db = join(homeDir, 'sessions', 'tiny', readdirSync(join(homeDir, 'sessions', 'tiny'))[0] ?? '');
      await expect.poll(() => existsSync(join(db, 'tiny.db-journal'))).toBe(true);
      await end(server, signal);
      await running;
    }
    await using server = await start();
    const rest = createRestClient(server.httpUrl);
    const { body } = await rest.session(id);
    expect(body).toMatchObject({
      stepCount: 1,
      restored: { from: 'snapshot', steps: 1, lostCall: { toolName: 'add_then_spin' } },
    });
    expect(items((await rest.call(id, 'list_items')).body)).toEqual(['first', 'kept']);
  });

  it('a database that is gone or another is rebuilt from the last recorded state', async () => {
    const ids: string[] = [];
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      for (let i = 0; i < 2; i += 1) {
        const { id } = await rest.open('tiny');
        await rest.call(id, 'add_item', { name: `of ${String(i)}` });
        ids.push(id);
      }
      await end(server, signal);
    }
    const [one = '', two = ''] = readdirSync(join(homeDir, 'sessions', 'tiny'));
    rmSync(join(homeDir, 'sessions', 'tiny', one), { recursive: true });
    writeFileSync(join(homeDir, 'sessions', 'tiny', two, 'tiny.db'), 'not a database');
    await using server = await start();
    const rest = createRestClient(server.httpUrl);
    for (const [i, id] of ids.entries()) {
      expect((await rest.session(id)).body.restored?.from).toBe('snapshot');
      expect(items((await rest.call(id, 'list_items')).body)).toEqual(['first', `of ${String(i)}`]);
    }
  });
});

describe('after a restart', () => {
  it('state outside the database is there again, by the calls made again', async () => {
    let id: string;
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      id = (await rest.open('counting')).id;
      await rest.call(id, 'count');
      await rest.call(id, 'add_item', { name: 'wanted' });
      await rest.call(id, 'count');
      await end(server, 'SIGKILL');
    }
    await using server = await start();
    const rest = createRestClient(server.httpUrl);
    const { body } = await rest.call(id, 'count');
    expect(JSON.parse(String(body.observation['tool_result']))).toEqual({ count: 3 });
    const { restored } = (await rest.session(id)).body;
    // add_item writes the time of day.
    expect(restored).toMatchObject({ from: 'replay', steps: 3 });
    expect(restored?.problem).toMatch(/times and random values/);
    expect(items((await rest.call(id, 'list_items')).body)).toEqual(['first', 'wanted']);
  });

  it('an episode whose scenario has changed or is gone ends, and says why; its steps stay', async () => {
    const pack = await mkdtemp(join(tmpdir(), 'awm-changing-'));
    try {
      await writeTinyScenario(pack, 'changing');
      await writeTinyScenario(pack, 'vanishing');
      const opened: { id: string; recordId: string }[] = [];
      {
        await using server = await startServerProcess({ packs: [pack], homeDir });
        const rest = createRestClient(server.httpUrl);
        for (const name of ['changing', 'vanishing']) {
          const { id, recordId } = await rest.open(name);
          await rest.call(id, 'list_items');
          opened.push({ id, recordId: String(recordId) });
        }
        await end(server, 'SIGTERM');
      }
      await writeTinyScenario(pack, 'changing', (app) => app.replace('List items', 'List all items'));
      await rm(join(pack, 'vanishing'), { recursive: true });
      await using server = await startServerProcess({ packs: [pack], homeDir });
      const rest = createRestClient(server.httpUrl);
      for (const [i, { id, recordId }] of opened.entries()) {
        const { body } = await rest.session(id);
        expect(body.restored).toMatchObject({ from: 'nothing', steps: 1 });
        expect(body.restored?.problem).toMatch(i === 0 ? /has changed/ : /not served any more/);
        expect((await rest.call(id, 'list_items')).body.observation['reward_type']).toBe('server_error');
        expect(await rest.steps(recordId)).toHaveLength(1);
        expect((await rest.episode(recordId)).endReason).toBe('server_stop');
      }
      expect(readdirSync(join(homeDir, 'sessions', 'changing'))).toEqual([]);
      // The session goes on with another episode, of the scenario as it is now.
      const id = opened[0]?.id ?? '';
      await rest.send('POST', `/api/sessions/${id}/reset`, { scenario: 'changing', task_idx: 0 });
      expect((await rest.session(id)).body).toMatchObject({ phase: 'ready', restored: null });
      expect((await rest.call(id, 'list_items')).body.observation['reward_type']).toBe('tool_call_ok');
    } finally {
      await rm(pack, { recursive: true, force: true });
    }
  });

  it('done, closed and trainers’ sessions leave nothing that runs, and no files', async () => {
    const ids: Record<string, string> = {};
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      for (const name of ['done', 'closed', 'open']) {
        ids[name] = (await rest.open('tiny')).id;
        await rest.call(ids[name], 'list_items');
      }
      await rest.call(String(ids['done']), 'done');
      await rest.send('DELETE', `/api/sessions/${String(ids['closed'])}`);
      const trainer = await connectRaw(server.wsUrl);
      await trainer.reset({ scenario: 'tiny', task_idx: 0 });
      await end(server, 'SIGKILL');
    }
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      const sessions = await rest.sessions();
      expect(sessions.map(({ id }) => id).sort()).toEqual([ids['done'], ids['open']].sort());
      expect(sessions.find(({ id }) => id === ids['done'])).toMatchObject({ done: true, phase: 'ready' });
      expect((await rest.send('GET', `/api/sessions/${String(ids['done'])}/tools`)).status).toBe(200);
      // Of the trainer's session nothing is left.
      await expect.poll(() => readdirSync(join(homeDir, 'sessions', 'tiny')).length).toBe(2);
      for (const { id } of sessions) await rest.send('DELETE', `/api/sessions/${id}`);
      await expect.poll(() => readdirSync(join(homeDir, 'sessions', 'tiny'))).toEqual([]);
      await end(server, 'SIGTERM');
    }
    await using server = await start();
    expect(await createRestClient(server.httpUrl).sessions()).toEqual([]);
  });

  it('sessions over the limit and beyond the age are ended as idle, the last used stay', async () => {
    const recordIds: string[] = [];
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      for (let i = 0; i < 4; i += 1) recordIds.push(String((await rest.open('tiny')).recordId));
      await end(server, 'SIGTERM');
    }
    {
      await using server = await start(['--max-sessions', '4']);
      const rest = createRestClient(server.httpUrl);
      const left = (await rest.sessions()).map(({ recordId }) => recordId);
      expect(left.sort()).toEqual(recordIds.slice(2).sort());
      expect((await rest.episode(recordIds[0] ?? '')).endReason).toBe('idle');
      expect(readdirSync(join(homeDir, 'sessions', 'tiny'))).toHaveLength(2);
      await end(server, 'SIGKILL');
    }
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await using server = await start(['--human-idle-time', '1']);
    expect(await createRestClient(server.httpUrl).sessions()).toEqual([]);
    await end(server, 'SIGTERM');
    await using store = await createStore({ homeDir });
    expect(store.episodes({ limit: 10 }).items.map(({ endReason }) => endReason)).toEqual(
      Array(4).fill('idle'),
    );
  });

  it('a done that was lost after its verdict is told as lost, and the play counts as one that saw it', async () => {
    let id: string;
    let recordId: string;
    {
      await using server = await start();
      const session = await createRestClient(server.httpUrl).open('tiny', { baseline: true });
      id = session.id;
      recordId = String(session.recordId);
      await createRestClient(server.httpUrl).call(id, 'add_item', { name: 'wanted' });
      await end(server, 'SIGKILL');
    }
    {
      await using store = await createStore({ homeDir });
      const recorder = store.resume(recordId, join(homeDir, 'sessions', 'tiny', recordId, 'tiny.db'));
      recorder.step(stepInput({ kind: 'verify', toolName: 'verify', mayWrite: false }));
      recorder.verdict('code', 'complete', 1, null, 'v');
      const [kept] = store.sessions.all();
      if (kept !== undefined)
        store.sessions.put({ ...kept, running: { seq: 2, toolName: 'done', atMs: Date.now() } });
    }
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl);
      expect((await rest.session(id)).body).toMatchObject({
        done: false,
        restored: { from: 'database', steps: 2, lostCall: { toolName: 'done' } },
      });
      expect((await rest.episode(recordId)).sawVerdictAt).toBe(2);
      await end(server, 'SIGKILL');
    }
    {
      await using store = await createStore({ homeDir });
      const recorder = store.resume(recordId, join(homeDir, 'sessions', 'tiny', recordId, 'tiny.db'));
      recorder.step(stepInput({ kind: 'done', toolName: 'done', mayWrite: false }));
    }
    await using server = await start();
    const rest = createRestClient(server.httpUrl);
    expect((await rest.session(id)).body).toMatchObject({ done: true, restored: { lostCall: null } });
    expect((await rest.episode(recordId)).endReason).toBe('done');
  });

  it('200 sessions of people end in under 5 s and are all there again', async () => {
    const count = 200;
    {
      await using server = await start(['--hibernate-after', '600']);
      const rest = createRestClient(server.httpUrl);
      for (let i = 0; i < count; i += 20)
        await Promise.all(Array.from({ length: 20 }, () => rest.open('tiny')));
      const before = performance.now();
      await end(server, 'SIGTERM');
      expect(performance.now() - before).toBeLessThan(limitOn(server, 5_000));
    }
    await using server = await start();
    const sessions = await createRestClient(server.httpUrl).sessions();
    expect(sessions.filter(({ restored }) => restored?.from === 'database')).toHaveLength(count);
  });
});
