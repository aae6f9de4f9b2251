import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { startHttpStack } from '../../server/testing/http-stack.ts';
import {
  connect,
  OpenEnvConnectionError,
  OpenEnvServerError,
  OpenEnvTimeoutError,
  toSocketUrl,
} from './index.ts';

describe('toSocketUrl', () => {
  it('keeps prefix and query, as the Python clients do', () => {
    expect(toSocketUrl('http://h:8000')).toBe('ws://h:8000/ws');
    expect(toSocketUrl('https://h/p/')).toBe('wss://h/p/ws');
    expect(toSocketUrl('ws://h/p/ws')).toBe('ws://h/p/ws');
    expect(toSocketUrl('http://h/p?token=a', 'id 1')).toBe('ws://h/p/ws?token=a&session_id=id+1');
    expect(() => toSocketUrl('ftp://h')).toThrow(TypeError);
  });
});

describe('connect', () => {
  it('plays an episode', async () => {
    await using stack = await startHttpStack();
    await using env = await connect(stack.url);
    expect(await env.state()).toEqual({ episode_id: null, step_count: 0 });
    const reset = await env.reset({ scenario: 'toy_1', task_idx: 0, episode_id: 'e' });
    expect(reset).toEqual({
      observation: { reward_type: 'reset_ok', scenario: 'toy_1', num_tools: 4 },
      reward: null,
      done: false,
      metadata: { toy: true },
    });
    expect((await env.listTools()).map(({ name }) => name)).toEqual(['echo', 'wait', 'fail', 'big']);
    const call = await env.callTool('echo', { n: 9007199254740993n }, { metadata: { note: 'mine' } });
    expect(call.observation.tool_result).toBe('{"n":9007199254740993}');
    expect((await env.callTool('fail')).observation.error).toBe('It broke');
    expect((await env.verify({ finalAnswer: '42' })).reward).toBe(1);
    expect((await env.done()).done).toBe(true);
    await env.close();
    await expect(env.state()).rejects.toThrow(OpenEnvConnectionError);
    await expect.poll(() => stack.engine.ends).toMatchObject([{ reason: 'closed' }]);
  });

  it('throws what the server refuses, and goes on', async () => {
    await using stack = await startHttpStack();
    await using env = await connect(stack.url);
    const refused = env.callTool('x', [] as unknown as Record<string, unknown>);
    await expect(refused).rejects.toMatchObject({
      kind: 'server',
      code: 'VALIDATION_ERROR',
      details: { errors: [{ type: 'dict_type' }] },
    });
    expect((await env.reset({ scenario: 'toy_1' })).observation.scenario).toBe('toy_1');
  });

  it('drops the late answer of a call that was given up', async () => {
    await using stack = await startHttpStack();
    await using env = await connect(stack.url);
    await env.reset({ scenario: 'toy_1' });
    await expect(env.callTool('wait', {}, { timeoutMs: 30 })).rejects.toThrow(OpenEnvTimeoutError);
    const abort = new AbortController();
    const aborted = env.callTool('wait', {}, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const next = env.callTool('echo', { a: 1 });
    const second = stack.engine.nextWait();
    stack.engine.releaseWaits();
    await second;
    stack.engine.releaseWaits();
    expect((await next).observation.tool_result).toBe('{"a":1}');
  });

  it('says why there is no session', async () => {
    await using stack = await startHttpStack({ maxSessions: 1 });
    await using first = await connect(stack.url);
    expect((await first.state()).step_count).toBe(0);
    await using second = await connect(stack.url);
    await expect(second.state()).rejects.toSatisfy(
      (error) => error instanceof OpenEnvServerError && error.code === 'CAPACITY_REACHED',
    );
    await expect(connect('http://127.0.0.1:1')).rejects.toThrow(OpenEnvConnectionError);
  });

  it('says why the server ended it', async () => {
    await using stack = await startHttpStack();
    await using env = await connect(stack.url);
    await env.reset({ scenario: 'toy_1' });
    await stack.engine.sessions()[0]?.close('idle');
    await expect
      .poll(() => env.state().catch((error: unknown) => String(error)))
      .toContain('idle for too long');
  });

  it('attaches to a session, under a prefix', async () => {
    await using stack = await startHttpStack();
    const rpc = async (method: string, params: object = {}): Promise<{ result: { session_id: string } }> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(`${stack.url}/mcp`, { method: 'POST', body });
      return (await response.json()) as { result: { session_id: string } };
    };
    const { result } = await rpc('openenv/session/create');
    await using env = await connect(stack.url, { sessionId: result.session_id });
    await env.reset({ scenario: 'toy_1' });
    await rpc('tools/call', { session_id: result.session_id, name: 'echo', arguments: {} });
    expect((await env.state()).step_count).toBe(1);

    const server = createServer();
    const sockets = new WebSocketServer({ server, path: '/prefix/ws' });
    sockets.on('connection', (socket) => socket.on('message', () => socket.send('nonsense')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const odd = await connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/`);
    await expect(odd.state()).rejects.toMatchObject({ kind: 'protocol' });
    await odd.close();
    await new Promise((resolve) => server.close(resolve));
  });
});
