import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '../../testing/fake-engine.ts';
import type { FakeEngine } from '../../testing/fake-engine.ts';
import { openTestSocket } from '../../testing/ws-client.ts';
import { createLog } from '../../log.ts';
import { createOpenEnvTransport } from './index.ts';
import type { OpenEnvTransport, OpenEnvTransportOptions } from './index.ts';

interface Exchange {
  readonly send: unknown;
  readonly recv: Record<string, unknown>;
}
interface Recording {
  readonly websocket: readonly { readonly name: string; readonly exchange: readonly Exchange[] }[];
}

const RECORDING = new URL('../../../../shared/parity/protocol.json', import.meta.url);

let engine: FakeEngine;
let transport: OpenEnvTransport;
let server: Server;
let base: string;

async function serve(
  options: Partial<OpenEnvTransportOptions> & { readonly maxSessions?: number } = {},
): Promise<void> {
  engine = createFakeEngine(options.maxSessions === undefined ? {} : { maxSessions: options.maxSessions });
  transport = createOpenEnvTransport({ engine, log: createLog('silent'), maxIdleMs: 600_000, ...options });
  server = createServer();
  server.on('upgrade', (request, socket, head) => transport.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`;
}

async function stop(): Promise<void> {
  await transport[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await new Promise((resolve) => server.close(resolve));
}

const RESET = { type: 'reset', data: { scenario: 'toy_1' } };
function callFrame(name: string, args: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'step', data: { type: 'call_tool', tool_name: name, arguments: args } };
}

describe('/ws', () => {
  beforeEach(() => serve());
  afterEach(stop);

  /** Cases of the recording that need no scenario of the sample. */
  const recording = existsSync(RECORDING)
    ? (JSON.parse(readFileSync(RECORDING, 'utf8')) as Recording)
    : { websocket: [] };
  const needless = recording.websocket.filter(
    ({ exchange, name }) =>
      !JSON.stringify(exchange).includes('banking_fintech_2') && !name.startsWith('list scenarios'),
  );
  it.skipIf(needless.length === 0).each(needless)('answers as recorded: $name', async ({ exchange }) => {
    await using client = await openTestSocket(base);
    for (const { send, recv } of exchange) {
      if ('$closed_or_silent' in recv) {
        expect((await client.closed).code).toBe(1000);
        return;
      }
      expect(await client.ask(send)).toEqual(recv);
    }
  });

  /** Frames that are refused before the scenario matters. */
  const refused = recording.websocket.filter(({ exchange }) =>
    exchange.some(({ recv }) => recv['type'] === 'error'),
  );
  it.skipIf(refused.length === 0).each(refused)('refuses as recorded: $name', async ({ exchange }) => {
    await using client = await openTestSocket(base);
    await client.ask(RESET);
    for (const { send, recv } of exchange.filter(({ recv }) => recv['type'] === 'error')) {
      const text = JSON.stringify(send).replaceAll('banking_fintech_2', 'toy_1');
      expect(await client.ask(typeof send === 'string' ? send : text)).toEqual(recv);
    }
  });

  it('plays an episode; metadata stands beside the observation', async () => {
    await using client = await openTestSocket(base);
    expect(await client.ask(RESET)).toEqual({
      type: 'observation',
      data: {
        observation: { reward_type: 'reset_ok', scenario: 'toy_1', num_tools: 4 },
        reward: null,
        done: false,
        metadata: { toy: true },
      },
    });
    client.send(
      '{"type":"step","data":{"type":"call_tool","tool_name":"echo","arguments":{"a":1.0,"b":9007199254740993}}}',
    );
    expect(await client.next()).toMatchObject({
      data: { observation: { tool_result: '{"a":1.0,"b":9007199254740993}' }, reward: 0 },
    });
    expect(await client.ask({ type: 'state' })).toMatchObject({ data: { step_count: 1 } });
    client.send({ type: 'close' });
    expect((await client.closed).code).toBe(1000);
    expect(engine.ends).toMatchObject([{ reason: 'closed' }]);
  });

  it('answers pipelined messages in order', async () => {
    await using client = await openTestSocket(base);
    client.send(RESET);
    for (let n = 0; n < 200; n++) client.send(callFrame('echo', { n }));
    await client.next();
    for (let n = 0; n < 200; n++) {
      expect(await client.next()).toMatchObject({
        data: { observation: { tool_result: JSON.stringify({ n }) } },
      });
    }
  });

  it('answers an oversized message with an error frame and goes on', async () => {
    await using client = await openTestSocket(base);
    await client.ask(RESET);
    client.send(callFrame('echo', { text: 'x'.repeat(25 * 1024 * 1024) }));
    expect(await client.next()).toMatchObject({ type: 'error', data: { code: 'EXECUTION_ERROR' } });
    expect(await client.ask(callFrame('echo'))).toMatchObject({
      data: { observation: { tool_result: '{}' } },
    });
  });

  it('carries large answers and refuses those past the limit', async () => {
    await using client = await openTestSocket(base);
    await client.ask(RESET);
    const fifty = (await client.ask(callFrame('big', { bytes: 50_000_000 }))) as {
      data: { observation: { tool_result: string } };
    };
    expect(fifty.data.observation.tool_result).toHaveLength(50_000_000);
    expect(await client.ask(callFrame('big', { bytes: 105_000_000 }))).toMatchObject({
      type: 'error',
      data: { code: 'EXECUTION_ERROR', message: expect.stringContaining('104857600') as string },
    });
    expect(await client.ask({ type: 'state' })).toMatchObject({ data: { step_count: 2 } });
  });

  it('ends with SESSION_ERROR on a binary frame and on endless nesting', async () => {
    for (const message of [Buffer.from('{}'), '['.repeat(100_000)]) {
      await using client = await openTestSocket(base);
      expect(await client.ask(message)).toMatchObject({ data: { code: 'SESSION_ERROR' } });
      expect((await client.closed).code).toBe(1000);
    }
  });

  it('closes at once when a client sends on after the last frame', async () => {
    await using client = await openTestSocket(base);
    expect(await client.ask('[1]')).toMatchObject({ data: { code: 'SESSION_ERROR' } });
    await expect.poll(() => engine.ends).toMatchObject([{ reason: 'closed' }]);
    client.send('null');
    expect((await client.closed).code).toBe(1000);
  });

  it('closes with 1007 on text that is not UTF-8', async () => {
    await using client = await openTestSocket(base);
    client.ws.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect((await client.closed).code).toBe(1007);
  });

  it('cancels the running call and ends the session when the socket goes', async () => {
    const client = await openTestSocket(base);
    await client.ask(RESET);
    const running = engine.nextWait();
    client.send(callFrame('wait'));
    const signal = await running;
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    client.ws.terminate();
    await aborted;
    await expect.poll(() => engine.ends).toMatchObject([{ reason: 'closed' }]);
  });

  it('tells the client when the engine ends its session', async () => {
    await using client = await openTestSocket(base);
    await client.ask(RESET);
    await engine.sessions()[0]?.close('idle');
    expect(await client.next()).toMatchObject({ data: { code: 'SESSION_ERROR' } });
    expect((await client.closed).code).toBe(1000);
  });

  it('answers mcp frames for its own session', async () => {
    await using client = await openTestSocket(base);
    await client.ask(RESET);
    const list = { type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } };
    expect(await client.ask(list)).toMatchObject({
      type: 'mcp',
      data: { id: 1, result: { tools: [{ name: 'echo', inputSchema: {} }, {}, {}, {}] } },
    });
    const call = {
      jsonrpc: '2.0',
      id: 'c',
      method: 'tools/call',
      params: { name: 'echo', arguments: { a: 1 } },
    };
    expect(await client.ask({ type: 'mcp', data: call })).toMatchObject({
      data: {
        id: 'c',
        result: { content: [{ type: 'text', text: '{"a":1}' }], isError: false, data: '{"a":1}' },
      },
    });
    expect(await client.ask({ type: 'mcp', data: { ...call, params: { name: 'fail' } } })).toMatchObject({
      data: {
        result: { content: [{ text: 'It broke' }], isError: true, _meta: { http_status: 500, reward: 0 } },
      },
    });
    expect(await client.ask({ type: 'mcp', data: { method: 'x' } })).toMatchObject({
      data: { error: { code: -32600 } },
    });
  });
});

describe('/ws at its limits', () => {
  afterEach(stop);

  it('answers CAPACITY_REACHED and closes with 1000', async () => {
    await serve({ maxSessions: 1 });
    await using first = await openTestSocket(base);
    await first.ask({ type: 'state' });
    await using second = await openTestSocket(base);
    expect(await second.next()).toEqual({
      type: 'error',
      data: {
        message: 'Server at capacity: 1/1 sessions active. Cannot accept new connections.',
        code: 'CAPACITY_REACHED',
        active_sessions: 1,
        max_sessions: 1,
      },
    });
    expect((await second.closed).code).toBe(1000);
  });

  it('frees the session of a half-open socket after the idle time, and spares one that answers pings', async () => {
    await serve({ maxIdleMs: 1_500, pingEveryMs: 20 });
    await using alive = await openTestSocket(base);
    const silent = await openTestSocket(base);
    await silent.ask(RESET);
    silent.ws.pause();
    await expect.poll(() => engine.ends).toMatchObject([{ reason: 'idle' }]);
    expect(await alive.ask(RESET)).toMatchObject({ type: 'observation' });
    silent.ws.terminate();
  });

  it('closes all sockets when it stops', async () => {
    await serve();
    const client = await openTestSocket(base);
    await transport[Symbol.asyncDispose]();
    expect((await client.closed).code).toBe(1001);
  });
});

describe('sessions made over JSON-RPC', () => {
  beforeEach(() => serve());
  afterEach(stop);

  async function rpc(method: string, params: unknown = {}): Promise<Record<string, unknown>> {
    const text = await transport.rpc.handleText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return JSON.parse(text) as Record<string, unknown>;
  }
  async function create(): Promise<string> {
    const { result } = (await rpc('openenv/session/create')) as { result: { session_id: string } };
    return result.session_id;
  }

  it('are attached, used from both sides, survive the socket and are closed once', async () => {
    const id = await create();
    const client = await openTestSocket(`${base}?session_id=${id}`);
    await client.ask(RESET);
    expect(await rpc('tools/list', { session_id: id })).toMatchObject({
      result: { tools: [{ name: 'echo' }, {}, {}, {}] },
    });
    expect(await rpc('tools/call', { session_id: id, name: 'echo', arguments: {} })).toMatchObject({
      result: { isError: false },
    });
    expect(await client.ask({ type: 'state' })).toMatchObject({ data: { step_count: 2 } });
    expect(await rpc('openenv/session/close', { session_id: id })).toMatchObject({ error: { code: -32600 } });

    await using second = await openTestSocket(`${base}?session_id=${id}`);
    expect(await second.next()).toMatchObject({
      data: { code: 'SESSION_ERROR', message: `Session ${id} already has an attached WebSocket` },
    });
    await client[Symbol.asyncDispose]();
    expect(await rpc('openenv/session/close', { session_id: id })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { session_id: id, closed: true },
    });
    expect(await rpc('openenv/session/close', { session_id: id })).toMatchObject({ error: { code: -32602 } });
    await using late = await openTestSocket(`${base}?session_id=${id}`);
    expect(await late.next()).toMatchObject({ data: { message: `Unknown session_id: ${id}` } });
  });

  it('have the recorded errors', async () => {
    expect(await transport.rpc.handleText('{bad')).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":null}}',
    );
    expect(await rpc('tools/list')).toMatchObject({
      error: { code: -32603, message: 'Environment does not support MCP' },
    });
    expect(await rpc('nope')).toMatchObject({ error: { code: -32601, message: 'Method not found: nope' } });
    expect(await rpc('tools/call', { session_id: 'none', name: 'x' })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await rpc('openenv/session/close')).toMatchObject({ error: { code: -32602 } });
  });

  it('are refused when the server is full', async () => {
    await stop();
    await serve({ maxSessions: 1 });
    await create();
    expect(await rpc('openenv/session/create')).toMatchObject({
      error: { code: -32000, data: { active_sessions: 1, max_sessions: 1 } },
    });
  });
});
