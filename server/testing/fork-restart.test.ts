import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestClient } from './rest-client.ts';
import { createRouteClient } from './route-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { writeTinyScenario } from './tiny-pack.ts';

/** Forks over the wire, through a server's end: real processes on one home. */

let packDir: string;
let homeDir: string;

beforeAll(async () => {
  packDir = await mkdtemp(join(tmpdir(), 'awm-fork-pack-'));
  homeDir = await mkdtemp(join(tmpdir(), 'awm-fork-home-'));
  await writeTinyScenario(packDir);
});

afterAll(async () => {
  await rm(packDir, { recursive: true, force: true });
  await rm(homeDir, { recursive: true, force: true });
});

const start = (): Promise<ServerProcess> => startServerProcess({ packs: [packDir], homeDir, flags: [] });

async function end(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.child.kill(signal);
  await server.exited;
}

describe('a forked session', () => {
  it('outlives the server, and is not made where the scenario has changed', async () => {
    let parent: string;
    let forked: { id: string; recordId: string | null };
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl, 'page-number-1');
      const session = await rest.open('tiny');
      parent = String(session.recordId);
      await rest.call(session.id, 'add_item', { name: 'wanted' });
      await rest.call(session.id, 'add_item', { name: 'not wanted' });
      await rest.call(session.id, 'done');
      const routes = createRouteClient(server.httpUrl);
      const answer = await routes('forkEpisode', { params: { id: parent }, body: { seq: 1 } });
      forked = answer.session;
      expect(answer).toMatchObject({ outcome: null, session: { stepCount: 1, actor: 'human' } });
      await rest.call(forked.id, 'add_item', { name: 'second' });
      await end(server, 'SIGKILL');
    }
    {
      await using server = await start();
      const rest = createRestClient(server.httpUrl, 'page-number-1');
      const listed = (await rest.sessions()).find(({ id }) => id === forked.id);
      expect(listed).toMatchObject({ stepCount: 2, restored: { from: 'database', problem: null } });
      const verdict = await rest.call(forked.id, 'verify', { verifier_mode: 'code' });
      expect(verdict.body.observation).toMatchObject({ reward_type: 'complete', steps_taken: 3 });
      expect((await rest.steps(String(forked.recordId))).map(({ seq }) => seq)).toEqual([1, 2, 3]);
      await end(server, 'SIGTERM');
    }
    await writeTinyScenario(packDir, 'tiny', (app) => app.replace('title="Tiny"', 'title="Other"'));
    await using server = await start();
    const routes = createRouteClient(server.httpUrl);
    const again = routes('forkEpisode', { params: { id: parent }, body: { seq: 1 } });
    await expect(again).rejects.toThrow('has changed since this run was played');
    const { nodes } = await routes('getLineage', { params: { id: parent } });
    expect(nodes.map(({ id }) => id)).toEqual([parent, forked.recordId]);
  });
});
