import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { createFakeEngine } from '../../testing/fake-engine.ts';
import { createStreamableHttp } from './streamable-http.ts';

const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };

describe('a client that goes while its session is being reset', () => {
  it('leaves none behind', async () => {
    await using engine = createFakeEngine();
    const resetting = Promise.withResolvers<AbortSignal | undefined>();
    const release = Promise.withResolvers<undefined>();
    await using mcp = createStreamableHttp({
      engine: {
        ...engine,
        createSession(options) {
          const session = engine.createSession(options);
          const reset = session.reset.bind(session);
          session.reset = async (params, signal) => {
            resetting.resolve(signal);
            await release.promise;
            return reset(params, signal);
          };
          return session;
        },
      },
      log: createLog('silent'),
      maxIdleMs: 60_000,
      version: '1',
      scenarioNames: () => [],
    });
    const handled: Promise<void>[] = [];
    const server = createServer((request, response) => {
      handled.push(mcp.handleRequest(request, response, INITIALIZE));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const leave = new AbortController();
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${String(port)}/mcp?scenario=toy_1`;
      const asked = fetch(url, { method: 'POST', signal: leave.signal });
      const signal = await resetting.promise;
      leave.abort();
      await expect(asked).rejects.toThrow();
      if (signal?.aborted === false) await once(signal, 'abort');
      release.resolve(undefined);
      await Promise.all(handled);
      expect(engine.sessions()).toEqual([]);
    } finally {
      server.close();
    }
  });
});
