import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { startHttpStack } from '../../testing/http-stack.ts';
import type { HttpStack } from '../../testing/http-stack.ts';
import { openTestSocket } from '../../testing/ws-client.ts';

function httpTransport(stack: HttpStack): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${stack.url}/mcp`));
}

function wsTransport(stack: HttpStack): WebSocketClientTransport {
  return new WebSocketClientTransport(new URL(`${stack.url.replace('http', 'ws')}/mcp`));
}

async function connect(transport: object): Promise<{ client: Client; changed: Promise<void> }> {
  const client = new Client({ name: 'test', version: '1' });
  const changed = new Promise<void>((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
  });
  await client.connect(transport as Transport);
  return { client, changed };
}

async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

describe.each([
  { name: 'streamable HTTP', make: httpTransport },
  { name: 'WebSocket', make: wsTransport },
])('MCP over $name', ({ make }) => {
  it('plays an episode: reset, the scenario’s tools, verify, done', async () => {
    await using stack = await startHttpStack();
    const { client, changed } = await connect(make(stack));
    expect(await toolNames(client)).toEqual(['reset', 'verify', 'done']);
    expect((await client.listTools()).tools[0]?.description).toContain('toy_1');

    const early = await client.callTool({ name: 'echo', arguments: {} });
    expect(early).toMatchObject({ isError: true });
    const wrong = await client.callTool({ name: 'reset', arguments: { scenario: 'nope' } });
    expect(wrong).toMatchObject({ isError: true, _meta: { reward_type: 'reset_error' } });
    const reset = await client.callTool({ name: 'reset', arguments: { scenario: 'toy_1', task_idx: 0 } });
    expect(reset).toMatchObject({
      isError: false,
      content: [{ text: expect.stringContaining('reset_ok') as string }],
    });
    await changed;
    expect(await toolNames(client)).toEqual(['reset', 'echo', 'wait', 'fail', 'big', 'verify', 'done']);

    const call = await client.callTool({ name: 'echo', arguments: { a: [1, 'é'] } });
    expect(call).toMatchObject({ content: [{ type: 'text', text: '{"a":[1,"é"]}' }], isError: false });
    expect(await client.callTool({ name: 'fail' })).toMatchObject({
      isError: true,
      content: [{ text: 'It broke' }],
    });
    expect(await client.callTool({ name: 'verify', arguments: {} })).toMatchObject({
      _meta: { reward_type: 'complete', reward: 1 },
    });
    expect(await client.callTool({ name: 'done' })).toMatchObject({ _meta: { done: true } });
    expect(stack.engine.sessions()).toHaveLength(1);
    await client.close();
  });

  it('cancels a running call', async () => {
    await using stack = await startHttpStack();
    const { client } = await connect(make(stack));
    await client.callTool({ name: 'reset', arguments: { scenario: 'toy_1' } });
    const running = stack.engine.nextWait();
    const abort = new AbortController();
    const call = client.callTool({ name: 'wait' }, undefined, { signal: abort.signal });
    const signal = await running;
    const cancelled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    abort.abort();
    await expect(call).rejects.toThrow();
    await cancelled;
    await client.close();
  });
});

describe('MCP sessions over HTTP', () => {
  it('keep numbers as sent', async () => {
    await using stack = await startHttpStack();
    const { client } = await connect(httpTransport(stack));
    await client.callTool({ name: 'reset', arguments: { scenario: 'toy_1' } });
    const id = stack.engine.sessions()[0]?.id ?? '';
    const response = await fetch(`${stack.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': id,
      },
      body: '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo","arguments":{"x":1.0,"n":9007199254740993}}}',
    });
    expect(await response.text()).toContain('{\\"x\\":1.0,\\"n\\":9007199254740993}');
    await client.close();
  });

  it('are reset at once where the address names a scenario', async () => {
    await using stack = await startHttpStack();
    const address = (query: string): StreamableHTTPClientTransport =>
      new StreamableHTTPClientTransport(new URL(`${stack.url}/mcp?${query}`));
    const { client } = await connect(address('scenario=toy_1&task_idx=1'));
    expect(await toolNames(client)).toContain('echo');
    expect(await client.callTool({ name: 'echo', arguments: {} })).toMatchObject({ isError: false });
    await expect(connect(address('scenario=none'))).rejects.toThrow("Scenario 'none' not found");
    expect(stack.engine.sessions()).toHaveLength(1);
    await client.close();
  });

  it('end by DELETE, and are unknown afterwards', async () => {
    await using stack = await startHttpStack();
    const transport = httpTransport(stack);
    const { client } = await connect(transport);
    const sessionId = transport.sessionId ?? '';
    await transport.terminateSession();
    expect(stack.engine.ends).toMatchObject([{ reason: 'closed' }]);
    const late = await fetch(`${stack.url}/mcp`, {
      method: 'POST',
      headers: { 'mcp-session-id': sessionId, accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect([late.status, await late.json()]).toEqual([
      404,
      { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null },
    ]);
    await client.close();
  });

  it('are reaped when idle, but not while a call runs', async () => {
    await using stack = await startHttpStack({ maxIdleMs: 1_500 });
    const idle = await connect(httpTransport(stack));
    const busy = await connect(httpTransport(stack));
    await busy.client.callTool({ name: 'reset', arguments: { scenario: 'toy_1' } });
    const running = stack.engine.nextWait();
    const call = busy.client.callTool({ name: 'wait' });
    await running;
    await expect.poll(() => stack.engine.ends).toMatchObject([{ reason: 'idle' }]);
    stack.engine.releaseWaits();
    expect(await call).toMatchObject({ content: [{ text: 'waited' }] });
    await expect(idle.client.listTools()).rejects.toThrow('Session not found');
    await idle.client.close();
    await busy.client.close();
  });

  it('are refused when the server is full, and not kept when the request is not acceptable', async () => {
    await using stack = await startHttpStack({ maxSessions: 1 });
    const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
    const bad = await fetch(`${stack.url}/mcp`, { method: 'POST', body: initialize });
    expect(bad.status).toBeGreaterThanOrEqual(400);
    await expect.poll(() => stack.engine.sessions()).toHaveLength(0);
    const { client } = await connect(httpTransport(stack));
    await expect(connect(httpTransport(stack))).rejects.toThrow('No session is free');
    await client.close();
  });
});

describe('OpenEnv’s JSON-RPC over WS /mcp', () => {
  it('has the whole toolbox, and its errors', async () => {
    await using stack = await startHttpStack();
    await using socket = await openTestSocket(`${stack.url.replace('http', 'ws')}/mcp`);
    const rpc = (method: string, params: unknown = {}): Promise<Record<string, unknown>> =>
      socket.ask({ jsonrpc: '2.0', id: 7, method, params });
    expect(await rpc('tools/list')).toMatchObject({ result: { tools: [{ name: 'reset' }, {}, {}] } });
    await rpc('tools/call', { name: 'reset', arguments: { scenario: 'toy_1' } });
    expect(await rpc('tools/call', { name: 'echo', arguments: { a: 1 } })).toMatchObject({
      id: 7,
      result: { isError: false, data: '{"a":1}' },
    });
    expect(await rpc('nope')).toMatchObject({ error: { code: -32601 } });
    expect(await rpc('tools/call', {})).toMatchObject({ error: { code: -32602 } });
    const session = (await rpc('openenv/session/create')) as { result: { session_id: string } };
    expect(await rpc('openenv/session/close', session.result)).toMatchObject({ error: { code: -32600 } });
    expect(await socket.ask('{bad')).toMatchObject({
      error: {
        code: -32700,
        message: expect.stringContaining('Parse error: Expecting property name') as string,
      },
    });
    expect(await socket.ask({ method: 'x' })).toMatchObject({ error: { code: -32600 } });
    expect(await socket.ask('[1]')).toMatchObject({ error: { code: -32000 } });
    expect((await socket.closed).code).toBe(1000);
  });
});
