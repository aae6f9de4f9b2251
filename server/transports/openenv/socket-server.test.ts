import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { EngineSession } from '../../engine/types.ts';
import { createLog } from '../../log.ts';
import { createSocketServer } from './socket-server.ts';

describe('a handler that fails', () => {
  it('costs its own socket, which is told, and gives its session back', async () => {
    const released = Promise.withResolvers<undefined>();
    const session = { watch: () => () => undefined } as unknown as EngineSession;
    await using sockets = createSocketServer({
      log: createLog('silent'),
      maxIdleMs: 60_000,
      open: () => ({
        lease: {
          session,
          release: () => {
            released.resolve(undefined);
            return Promise.resolve();
          },
        },
        handle: () => Promise.reject(new Error('a fault of ours')),
        farewell: () => undefined,
      }),
      refuse: String,
    });
    const server = createServer();
    server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    try {
      const ws = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}/ws`);
      await once(ws, 'open');
      const answered = once(ws, 'message');
      const closed = once(ws, 'close');
      ws.send('{}');
      expect(JSON.parse(String((await answered)[0]))).toMatchObject({
        type: 'error',
        data: { code: 'SESSION_ERROR' },
      });
      await released.promise;
      expect((await closed)[0]).toBe(1000);
    } finally {
      server.close();
    }
  });
});
