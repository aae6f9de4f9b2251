import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../store/index.ts';
import { connectRaw } from './raw-client.ts';
import { descendants, isAlive, limitOn, startServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

let pack: TinyPack;

beforeAll(async () => {
  pack = await createTinyPack();
});

afterAll(() => pack[Symbol.asyncDispose]());

/** Steps until the connection ends; gives back how many were answered. */
async function stepOn(url: string, onFirst: () => void): Promise<{ id: string; answered: number }> {
  const client = await connectRaw(url);
  const { data } = await client.reset({ scenario: 'tiny', task_idx: 0 });
  const { record_id: id } = data['metadata'] as { record_id: string };
  let answered = 0;
  try {
    for (;;) {
      const frame = await client.call(answered % 2 === 0 ? 'add_item' : 'list_items', { name: 'x' });
      if (frame.type === 'observation') answered += 1;
      onFirst();
    }
  } catch {
    return { id, answered };
  }
}

describe('SIGTERM in the middle of everything', () => {
  it('ends in time with code 0, whatever hangs on its sockets, and keeps what it answered', async () => {
    await using server = await startServerProcess({ packs: [pack.dir] });
    const { hostname, port, host } = new URL(server.httpUrl);
    const hangers = [
      '',
      'GET /health HTTP/1.1\r\n',
      `POST /mcp HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1000\r\n\r\n{`,
      `GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      `GET /health HTTP/1.1\r\nhost: evil.example\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
    ].map((bytes) => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(bytes);
      return socket;
    });
    // An MCP client's stream of server messages.
    const initialize = await fetch(`${server.httpUrl}/mcp`, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      }),
    });
    const mcpSession = initialize.headers.get('mcp-session-id') ?? '';
    await initialize.text();
    expect(mcpSession).not.toBe('');
    const stream = fetch(`${server.httpUrl}/mcp`, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': mcpSession },
    })
      .then((response) => response.text())
      .catch(String);
    await using slow = await connectRaw(server.wsUrl);
    await slow.reset({ scenario: 'tiny' });
    const running = slow.call('sleep', { seconds: 20 }).catch(() => 'closed');
    const begun = Array.from({ length: 6 }, () => Promise.withResolvers<undefined>());
    const stepping = begun.map(({ resolve }) => stepOn(server.wsUrl, () => resolve(undefined)));
    await using watcher = await connectRaw(server.wsUrl);
    await watcher.reset({ scenario: 'tiny' });
    for (let i = 0; i < 10; i++) await watcher.call('list_items');
    await Promise.all(begun.map(({ promise }) => promise));

    const children = descendants(server.pid);
    const started = performance.now();
    server.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - started).toBeLessThan(limitOn(server, 5000));
    expect(children.filter(isAlive)).toEqual([]);
    await Promise.all([stream, running]);
    for (const socket of hangers) socket.destroy();
    const told = await Promise.all(stepping);
    await using store = await createStore({ homeDir: server.homeDir });
    for (const { id, answered } of told) {
      expect(answered).toBeGreaterThan(0);
      expect(store.episode(id)?.endReason).toBe('server_stop');
      expect(store.steps(id).length).toBeGreaterThanOrEqual(answered);
    }
  });

  it('SIGINT does the same', async () => {
    await using server = await startServerProcess({ packs: [pack.dir] });
    await using client = await connectRaw(server.wsUrl);
    await client.reset({ scenario: 'tiny' });
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
  });
});
