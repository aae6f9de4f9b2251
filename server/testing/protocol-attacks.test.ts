import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from './process-resources.ts';
import { connectRaw, type Frame, type RawClient } from './raw-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';
import { openTestSocket } from './ws-client.ts';

/** What no client does by mistake: each is refused or carried out to the letter, and others notice nothing. */

let pack: TinyPack;
let server: ServerProcess;
let bystander: RawClient;

beforeAll(async () => {
  pack = await createTinyPack();
  server = await startServerProcess({ packs: [pack.dir] });
  bystander = await connectRaw(server.wsUrl);
  await bystander.reset({ scenario: 'tiny' });
});

afterAll(async () => {
  await bystander[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

async function expectOthersLive(): Promise<void> {
  const { data } = await bystander.call('list_items');
  expect(data.observation).toMatchObject({ reward_type: 'tool_call_ok' });
}

async function withTiny<T>(work: (client: RawClient) => Promise<T>): Promise<T> {
  await using client = await connectRaw(server.wsUrl);
  await client.reset({ scenario: 'tiny', task_idx: 0 });
  return await work(client);
}

function callFrame(args: string, tool = 'echo'): string {
  return `{"type":"step","data":{"type":"call_tool","tool_name":${JSON.stringify(tool)},"arguments":${args}}}`;
}

/** Sends bytes on a plain socket; gives back what came until the server closed, or until `until` matches. */
async function rawHttp(bytes: string, until?: RegExp): Promise<string> {
  const { hostname, port } = new URL(server.httpUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  const ended = Promise.withResolvers<undefined>();
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (until?.test(text) === true) ended.resolve(undefined);
  });
  socket.on('error', () => ended.resolve(undefined));
  socket.on('close', () => ended.resolve(undefined));
  socket.write(bytes);
  await ended.promise;
  socket.destroy();
  return text;
}

function upgrade(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const { host } = new URL(server.httpUrl);
  const all = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

describe('arguments to the letter', () => {
  it.each([
    ['__proto__', '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": 1}}}'],
    ['big integers', '{"n": 123456789012345678901234567890, "m": -9007199254740993}'],
    ['floats as written', '{"a": 1.0, "b": 1e5, "c": 0.1}'],
    ['NUL and control characters', String.raw`{"text": "a\u0000b\u001f\u007f"}`],
    ['other planes', '{"text": "👩‍👩‍👧 \\ud83d\\ude00 \\u2028"}'],
    ['names that objects have', '{"toString": 1, "hasOwnProperty": 2, "valueOf": null, "length": 3}'],
    ['an empty name', '{"": {"": [[], {}]}}'],
  ])('%s', async (_what, args) => {
    await withTiny(async (client) => {
      const { data } = await client.send(callFrame(args));
      expect(data.observation).toMatchObject({ reward_type: 'tool_call_ok' });
      const result = String(data.observation?.['tool_result']);
      const same = (text: string) => text.replace(/\s/g, '').replace(/100000\.0/, '1e5');
      const decoded = (text: string) => (/\\u/.test(text) ? JSON.stringify(JSON.parse(text)) : text);
      expect(same(decoded(result))).toBe(same(decoded(args)));
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    await expectOthersLive();
  });

  it('a lone surrogate is answered, and the session goes on', async () => {
    await withTiny(async (client) => {
      const { type } = await client.send(callFrame(String.raw`{"text": "\ud800 alone"}`));
      expect(type).toMatch(/^(observation|error)$/);
      const added = await client.send(callFrame(String.raw`{"name": "\udfff"}`, 'add_item'));
      expect(added.type).toMatch(/^(observation|error)$/);
      expect((await client.call('list_items')).data.observation).toMatchObject({
        reward_type: 'tool_call_ok',
      });
      expect((await client.call('done')).data.observation).toMatchObject({ reward_type: 'episode_done' });
    });
  });

  it('nesting: 100 levels arrive, 100,000 end the connection with an answer', async () => {
    await withTiny(async (client) => {
      const deep = (levels: number) => `{"d":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const { data } = await client.send(callFrame(deep(100)));
      expect(data.observation).toMatchObject({ reward_type: 'tool_call_ok' });
      expect((await client.send(callFrame(deep(800)))).type).toMatch(/^(observation|error)$/);
      const closed = once(client.socket, 'close');
      expect(await client.send(callFrame(deep(100_000)))).toMatchObject({
        type: 'error',
        data: { code: 'SESSION_ERROR', message: expect.stringMatching(/recursion depth/) as string },
      });
      await closed;
    });
    await expectOthersLive();
  });

  it('prototype keys in reset and in the frame itself', async () => {
    await using client = await connectRaw(server.wsUrl);
    const reset =
      '{"type":"reset","data":{"scenario":"tiny","__proto__":{"task_idx":3},"constructor":1,"reward_config":{"__proto__":{"x":1}}}}';
    const { data } = await client.send(reset);
    expect(data.observation?.['reward_type'] ?? data['code']).toMatch(/^(reset_ok|EXECUTION_ERROR)$/);
    expect(data.observation ?? {}).not.toHaveProperty('task_idx');
    expect(await client.send('{"__proto__":{"type":"state"}}')).toMatchObject({ type: 'error' });
    expect(await client.send('{"type":"state","__proto__":{}}')).toMatchObject({
      type: 'error',
      data: { code: 'VALIDATION_ERROR' },
    });
    expect(await client.send('{"type":"constructor"}')).toMatchObject({ data: { code: 'UNKNOWN_TYPE' } });
    await expectOthersLive();
  });

  it('a tool name of 1 MB, names that objects have, and names with line ends', async () => {
    await withTiny(async (client) => {
      for (const tool of [
        'x'.repeat(1 << 20),
        '__proto__',
        'constructor',
        'toString',
        '',
        '\u0000',
        'a\r\nb',
      ]) {
        const { data } = await client.call(tool);
        expect(data.observation).toMatchObject({
          reward_type: 'tool_not_found',
          error: `Unknown tool: ${tool}`,
        });
      }
      expect((await client.call('list_items')).data.observation).toMatchObject({
        reward_type: 'tool_call_ok',
      });
    });
  });

  it.each([
    ['task_idx', '1e308'],
    ['task_idx', '123456789012345678901234567890'],
    ['task_idx', '-0'],
    ['task_idx', 'NaN'],
    ['scenario', '"../../etc/passwd"'],
    ['scenario', '"tiny\\u0000"'],
    ['scenario', JSON.stringify('x'.repeat(1 << 20))],
    ['task', '"\\u0000"'],
    ['episode_id', JSON.stringify(`../${'x'.repeat(1 << 20)}`)],
    ['options', '{"clock":{"start":1e300}}'],
    ['options', '{"clock":{"start":-9e15,"tick_ms":86400000}}'],
    ['options', '{"clock":{"start":9007199254740991}}'],
    ['options', '{"seed":9007199254740993}'],
    ['options', '{"run":{"experiment":"\\u0000\\ud800"}}'],
  ])('reset with %s is answered (%#)', async (name, value) => {
    await using client = await connectRaw(server.wsUrl);
    const base = name === 'scenario' ? '' : '"scenario":"tiny",';
    const answer = await client.send(`{"type":"reset","data":{${base}"${name}":${value}}}`);
    const { data } = answer;
    expect(data.observation?.['reward_type'] ?? data['code']).toMatch(
      /^(reset_ok|reset_error|EXECUTION_ERROR|INVALID_JSON)$/,
    );
    if (data.observation?.['reward_type'] === 'reset_ok') {
      expect((await client.call('add_item', { name: 'x' })).type).toBe('observation');
      expect((await client.call('done')).data.observation).toMatchObject({ reward_type: 'episode_done' });
    }
    await expectOthersLive();
  });
});

describe('frames in the wrong way', () => {
  it('5,000 pipelined frames on one socket are all answered, in order', async () => {
    await using socket = await openTestSocket(`${server.wsUrl}/ws`);
    await socket.ask({ type: 'reset', data: { scenario: 'tiny' } });
    for (let i = 0; i < 5000; i++) {
      socket.send(i % 10 === 0 ? callFrame(`{"i":${String(i)}}`) : '{"type":"state"}');
    }
    for (let i = 0; i < 5000; i++) {
      const frame = (await socket.next()) as unknown as Frame;
      if (i % 10 !== 0)
        expect(frame).toMatchObject({ type: 'state', data: { step_count: Math.floor(i / 10) + 1 } });
      else expect(JSON.parse(String(frame.data.observation?.['tool_result']))).toEqual({ i });
    }
    await expectOthersLive();
  });

  it('5,000 frames and gone: the session ends, the server does not', async () => {
    const socket = await openTestSocket(`${server.wsUrl}/ws`);
    await socket.ask({ type: 'reset', data: { scenario: 'tiny' } });
    for (let i = 0; i < 5000; i++) socket.send(callFrame(`{"size":100000}`, 'big'));
    socket.ws.terminate();
    await expectOthersLive();
    await expect.poll(openSessions).toBe(1);
  });

  it('a client that never reads holds back only itself', async () => {
    const socket = await openTestSocket(`${server.wsUrl}/ws`);
    await socket.ask({ type: 'reset', data: { scenario: 'tiny' } });
    socket.ws.pause();
    for (let i = 0; i < 200; i++) socket.send(callFrame(`{"size":2000000}`, 'big'));
    for (let i = 0; i < 20; i++) await expectOthersLive();
    socket.ws.terminate();
    await expect.poll(openSessions).toBe(1);
  });

  it('invalid UTF-8 closes with 1007; an unmasked frame and a reserved opcode break the connection', async () => {
    const hello = upgrade('/ws');
    const frames: readonly [string, number[]][] = [
      ['invalid UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]],
      ['not masked', [0x81, 0x02, 0x7b, 0x7d]],
      ['opcode 3', [0x83, 0x80, 0, 0, 0, 0]],
      ['a continuation of nothing', [0x80, 0x80, 0, 0, 0, 0]],
      ['a ping of 126 bytes', [0x89, 0xfe, 0, 126, 0, 0, 0, 0, ...new Array<number>(126).fill(0)]],
    ];
    for (const [, bytes] of frames) {
      const { hostname, port } = new URL(server.httpUrl);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(hello);
      await once(socket, 'data');
      await expect.poll(openSessions).toBe(2);
      socket.write(Buffer.from(bytes));
      socket.resume();
      // The session goes at once; the socket has some seconds for its part of the closing handshake.
      await expect.poll(openSessions, { timeout: 4000 }).toBe(1);
      socket.destroy();
      await expectOthersLive();
    }
    await expect.poll(openSessions).toBe(1);
  });
});

async function openSessions(): Promise<number> {
  const health = (await (await fetch(`${server.httpUrl}/api/health`)).json()) as {
    sessions: { open: number };
  };
  return health.sessions.open;
}

describe('who may talk', () => {
  it.each([
    ['another host', { host: 'evil.example' }, 421],
    ['a rebound name with our port', { host: `evil.example:80` }, 421],
    ['loopback as a prefix', { host: '127.0.0.1.evil.example' }, 421],
    ['loopback as user info', { host: 'localhost@evil.example' }, 421],
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    ['no page (sandboxed)', { origin: 'null' }, 403],
    ['loopback’s name inside another', { origin: 'http://localhost.evil.example' }, 403],
    ['an origin with user info', { origin: 'http://localhost@evil.example' }, 403],
    ['a file', { origin: 'file://' }, 403],
  ])('%s', async (_what, headers: Record<string, string>, status) => {
    for (const path of ['/ws', '/mcp', '/socket.io/?EIO=4&transport=websocket']) {
      expect(await rawHttp(upgrade(path, headers), /\r\n\r\n/)).toMatch(
        new RegExp(`^HTTP/1.1 ${String(status)} `),
      );
    }
    const { host } = new URL(server.httpUrl);
    const head = Object.entries({ host, ...headers, connection: 'close' }).map(([n, v]) => `${n}: ${v}`);
    for (const line of [
      'POST /mcp',
      'GET /api/sessions',
      'POST /reset',
      'GET /socket.io/?EIO=4&transport=polling',
    ]) {
      const answer = await rawHttp(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\ncontent-length: 0\r\n\r\n`);
      expect(answer, line).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    }
  });

  it.each(['two hosts: 127.0.0.1 and another'])('%s', async () => {
    const { host } = new URL(server.httpUrl);
    const answer = await rawHttp(
      `GET /health HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 (400|421|200) /);
    expect(answer).not.toContain('evil.example</');
  });
});

describe('paths', () => {
  it.each([
    '/web/../../../../etc/passwd',
    '/web/%2e%2e/%2e%2e/etc/passwd',
    '/web/..%2f..%2f..%2fetc%2fpasswd',
    '/web/_next/static/../../../package.json',
    '/web/_next/image?url=file:///etc/passwd&w=64&q=75',
    '/api/scenarios/..%2f..%2f..%2fetc%2fpasswd',
    '/api/scenarios/%00',
    '/api/scenarios/__proto__',
    '/api/scenarios/constructor/tools',
    '/api/sessions/%ff%fe',
    '/api/episodes/..%2fcatalog.db',
    '/api/episodes/%E0%A4%A',
    '/api//scenarios',
    '//etc/passwd',
    '/\\..\\..\\etc\\passwd',
    `/api/scenarios/${'a'.repeat(5000)}`,
  ])('is answered with no file of ours (%#: %s)', async (path) => {
    const { host } = new URL(server.httpUrl);
    const answer = await rawHttp(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 [2-4]\d\d /);
    expect(answer).not.toMatch(/root:x:0|"awm-studio"|SQLite format|at .*\.ts:\d+/);
    await expectOthersLive();
  });

  it('upgrades that nobody owns are closed', async () => {
    for (const path of ['/', '/ws/', '/wsx', '/api/scenarios', '/web/', '/../ws', '*']) {
      expect(await rawHttp(upgrade(path))).not.toMatch(/^HTTP\/1.1 101/);
    }
  });

  it('broken requests are answered with 400', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00',
      'GET /\u0000 HTTP/1.1\r\n\r\n',
    ]) {
      expect(await rawHttp(bytes)).toMatch(/^HTTP\/1.1 400 /);
    }
    const { host } = new URL(server.httpUrl);
    const huge = `GET /health HTTP/1.1\r\nhost: ${host}\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`;
    expect(await rawHttp(huge)).toMatch(/^HTTP\/1.1 431 /);
    await expectOthersLive();
  });
});

describe('bodies', () => {
  it.each([
    ['/mcp', '{'],
    ['/mcp', '['.repeat(100_000)],
    ['/mcp', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}'],
    ['/mcp', '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list","params":{"session_id":"__proto__"}}'],
    ['/mcp', '[]'],
    ['/reset', '{"scenario":"__proto__"}'],
    ['/tiny/tasks', '{"split":"__proto__"}'],
    ['/__proto__/tasks', '{"split":"train"}'],
    ['/awm/task', '{"split":"train","index":1e400}'],
    ['/awm/task_range', '{"split":"train","start":-1,"stop":1e308}'],
    ['/api/sessions', '{"__proto__":{"a":1}}'],
    ['/api/sessions', '\ud800'],
  ])('POST %s is answered below 500 (%#)', async (path, body) => {
    const response = await fetch(server.httpUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/at .*\.ts:\d+/);
    await expectOthersLive();
  });
});

describe('sockets that say nothing', () => {
  it('half a request, half a handshake, half a frame: others are served, and all of it is let go', async () => {
    const before = openFiles(server.pid);
    const { hostname, port, host } = new URL(server.httpUrl);
    const halves: readonly string[] = [
      'GET /health HTTP/1.1\r\nhost: ',
      `POST /mcp HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      upgrade('/ws').slice(0, 60),
      '',
    ];
    const sockets: Socket[] = [];
    for (let i = 0; i < 200; i++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(halves[i % halves.length] ?? '');
      sockets.push(socket);
    }
    for (let i = 0; i < 50; i++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(upgrade('/ws'));
      await once(socket, 'data');
      socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x10]));
      sockets.push(socket);
    }
    await expectOthersLive();
    expect((await fetch(`${server.httpUrl}/health`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => openFiles(server.pid)).toBeLessThanOrEqual(before + 5);
    await expect.poll(openSessions).toBe(1);
  });
});
