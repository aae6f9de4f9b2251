import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startHttpStack } from '../testing/http-stack.ts';
import { createGuard } from './guard.ts';

const LOOPBACK = { bindHost: '127.0.0.1', allowHosts: [], allowOrigins: [] };

function statusOf(guard: ReturnType<typeof createGuard>, host: string, origin?: string): number {
  const headers = origin === undefined ? { host } : { host, origin };
  return guard.refusal({ headers })?.status ?? 200;
}

describe('createGuard', () => {
  it('knows loopback by all its names, and nothing else', () => {
    const guard = createGuard(LOOPBACK);
    for (const host of [
      'localhost:8000',
      '127.0.0.1',
      '127.0.0.2:1',
      '[::1]:8000',
      'LOCALHOST',
      'a.localhost',
    ]) {
      expect([host, statusOf(guard, host)]).toEqual([host, 200]);
    }
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '10.0.0.1',
      '127.0.0.1.evil.example',
      'a b',
      '',
    ]) {
      expect([host, statusOf(guard, host)]).toEqual([host, 421]);
    }
  });

  it('takes addresses where it is bound to more than loopback, but no strange names', () => {
    const guard = createGuard({ ...LOOPBACK, bindHost: '0.0.0.0' });
    expect([statusOf(guard, '192.168.1.4:8000'), statusOf(guard, '[fe80::1]:8000')]).toEqual([200, 200]);
    expect(statusOf(guard, 'evil.example')).toBe(421);
    expect(statusOf(guard, '192.168.1.4:8000', 'http://192.168.1.4:8000')).toBe(200);
    expect(statusOf(guard, '192.168.1.4:8000', 'http://203.0.113.9')).toBe(403);
  });

  it('takes configured hosts and origins', () => {
    const guard = createGuard({
      ...LOOPBACK,
      allowHosts: ['user-space.hf.space', '*.example.org'],
      allowOrigins: ['https://Other.example/'],
    });
    expect(statusOf(guard, 'user-space.hf.space', 'https://user-space.hf.space')).toBe(200);
    expect([statusOf(guard, 'a.example.org'), statusOf(guard, 'example.org')]).toEqual([200, 421]);
    expect(statusOf(guard, 'localhost', 'https://other.example')).toBe(200);
    expect(statusOf(guard, 'localhost', 'https://other.example:444')).toBe(403);
  });

  it('refuses pages of others and takes clients that are no browsers', () => {
    const guard = createGuard(LOOPBACK);
    expect(statusOf(guard, 'localhost:8000')).toBe(200);
    expect(statusOf(guard, 'localhost:8000', 'http://localhost:8000')).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://']) {
      expect([origin, statusOf(guard, 'localhost:8000', origin)]).toEqual([origin, 403]);
    }
  });
});

describe('the dispatcher', () => {
  function get(
    url: string,
    headers: Record<string, string>,
    method = 'GET',
  ): Promise<IncomingMessage & { body: string }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, { headers, method }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve(Object.assign(response, { body })));
      });
      request.on('error', reject).end();
    });
  }

  /** The first line of what an upgrade is answered with; '' where the socket is closed. */
  function upgrade(url: string, path: string, headers: string): Promise<string> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.includes('\r\n\r\n')) socket.destroy();
      });
      socket.on('close', () => resolve(text));
      socket.write(
        `GET ${path} HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n\r\n`,
      );
    });
  }

  it('refuses strangers on HTTP and on every upgrade, and says what to set', async () => {
    await using stack = await startHttpStack();
    const stranger = await get(`${stack.url}/api/scenarios`, { host: 'evil.example' });
    expect([stranger.statusCode, stranger.body]).toEqual([
      421,
      expect.stringContaining('--allow-host evil.example'),
    ]);
    const page = await get(`${stack.url}/mcp`, { origin: 'https://evil.example' }, 'POST');
    expect([page.statusCode, page.body]).toEqual([
      403,
      expect.stringContaining('--allow-origin https://evil.example'),
    ]);
    for (const path of ['/ws', '/mcp', '/socket.io/', '/web/_next/x']) {
      expect(await upgrade(stack.url, path, 'host: evil.example')).toMatch(/^HTTP\/1\.1 421 /);
      expect(await upgrade(stack.url, path, 'host: localhost\r\norigin: https://evil.example')).toMatch(
        /^HTTP\/1\.1 403 /,
      );
    }
    expect(await upgrade(stack.url, '/ws', 'host: localhost')).toMatch(/^HTTP\/1\.1 101 /);
    expect(await upgrade(stack.url, '/other', 'host: localhost')).toBe('');
  });

  it('answers preflights of allowed origins only', async () => {
    await using stack = await startHttpStack({ guard: { allowOrigins: ['https://other.example'] } });
    const allowed = await get(`${stack.url}/api/sessions`, { origin: 'https://other.example' }, 'OPTIONS');
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://other.example',
    ]);
    const own = await get(`${stack.url}/health`, { origin: stack.url });
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  it('sends each path to its owner, pages with leave for the Hub to frame them', async () => {
    const seen: string[] = [];
    await using stack = await startHttpStack({
      ui: {
        handle(request, response) {
          seen.push(`ui ${request.url}`);
          response.end('page');
        },
        upgrade(request, socket) {
          seen.push(`ui upgrade ${request.url}`);
          socket.destroy();
        },
      },
      live: {
        handleRequest(_request, response) {
          seen.push('live');
          response.end();
        },
        handleUpgrade(_request, socket) {
          seen.push('live upgrade');
          socket.destroy();
        },
      },
    });
    const page = await get(`${stack.url}/web/scenarios?q=1`, {});
    expect(page.body).toBe('page');
    expect(page.headers['content-security-policy']).toBe(
      "frame-ancestors 'self' https://huggingface.co https://*.hf.space",
    );
    const api = await get(`${stack.url}/health`, {});
    expect(api.headers).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    await get(`${stack.url}/socket.io/?EIO=4`, {});
    await upgrade(stack.url, '/socket.io/?EIO=4', 'host: localhost');
    await upgrade(stack.url, '/web/_next/hmr', 'host: localhost');
    expect(seen).toEqual(['ui /web/scenarios?q=1', 'live', 'live upgrade', 'ui upgrade /web/_next/hmr']);
  });

  it('answers 500 where a page fails, and goes on', async () => {
    await using stack = await startHttpStack({ ui: { handle: () => Promise.reject(new Error('broken')) } });
    expect((await get(`${stack.url}/web/`, {})).statusCode).toBe(500);
    expect((await get(`${stack.url}/health`, {})).statusCode).toBe(200);
  });
});
