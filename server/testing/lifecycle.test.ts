import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../store/index.ts';
import { connectRaw, type RawClient } from './raw-client.ts';
import { descendants, isAlive, limitOn, startServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

let pack: TinyPack;

beforeAll(async () => {
  pack = await createTinyPack();
});

afterAll(() => pack[Symbol.asyncDispose]());

async function openSessions(url: string, count: number): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  while (clients.length < count) {
    const batch = await Promise.all(
      Array.from({ length: Math.min(20, count - clients.length) }, async () => {
        const client = await connectRaw(url);
        expect((await client.reset({ scenario: 'tiny', task_idx: 0 })).data.observation).toMatchObject({
          reward_type: 'reset_ok',
        });
        return client;
      }),
    );
    clients.push(...batch);
  }
  return clients;
}

describe('the end of the server', () => {
  it('SIGTERM ends 200 live sessions in under 5 s and leaves no child', async () => {
    await using server = await startServerProcess({ packs: [pack.dir], flags: ['--hibernate-after', '600'] });
    await openSessions(server.wsUrl, 200);
    const children = descendants(server.pid);
    expect(children.length).toBeGreaterThan(200);
    const started = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - started).toBeLessThan(limitOn(server, 5000));
    expect(children.filter(isAlive)).toEqual([]);
  });

  it('SIGKILL leaves no child alive after 5 s, and the next start closes the episodes as crashed', async () => {
    await using server = await startServerProcess({ packs: [pack.dir] });
    const [client] = await openSessions(server.wsUrl, 5);
    await client?.call('add_item', { name: 'kept' });
    const children = descendants(server.pid);
    server.child.kill('SIGKILL');
    await server.exited;
    await expect.poll(() => children.filter(isAlive), { timeout: limitOn(server, 5000) }).toEqual([]);
    await using store = await createStore({ homeDir: server.homeDir });
    const { items } = store.episodes({ limit: 100 });
    expect(items.map(({ endReason }) => endReason)).toEqual(Array.from({ length: 5 }, () => 'crashed'));
    const written = items.flatMap(({ id }) => store.steps(id)).filter(({ wrote }) => wrote);
    expect(written.map(({ toolName }) => toolName)).toEqual(['add_item']);
  });
});

describe('a start that cannot be', () => {
  it('names a port in use', async () => {
    await using server = await startServerProcess({ packs: [pack.dir] });
    const { port } = new URL(server.httpUrl);
    await expect(startServerProcess({ packs: [pack.dir], flags: ['--port', port] })).rejects.toThrow(
      new RegExp(`Port ${port} on 127.0.0.1 is in use`),
    );
  });

  it('names a home that another server holds', async () => {
    await using server = await startServerProcess({ packs: [pack.dir] });
    await expect(startServerProcess({ packs: [pack.dir], homeDir: server.homeDir })).rejects.toThrow(
      /in use|holds/,
    );
  });

  it.each([
    ['a missing data folder', '/no/such/folder', /\/no\/such\/folder/],
    ['a file', import.meta.filename, /folder|directory/i],
  ])(
    'names %s',
    async (_name, path, message) => {
      await expect(startServerProcess({ packs: [path] })).rejects.toThrow(message);
    },
    120_000,
  );
});
