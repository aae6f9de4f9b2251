import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNextUi, type NextUi } from './next-ui.ts';

const dir = join(import.meta.dirname, '..', '..');
const built = existsSync(join(dir, '.next', 'BUILD_ID'));

describe.skipIf(!built)('the built pages (skipped where bin/test has not built them)', () => {
  let ui: NextUi;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    ui = await createNextUi({ dev: false, dir });
    server = createServer((request, response) => void ui.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await ui[Symbol.asyncDispose]();
    server.close();
    await once(server, 'close');
  });

  it('are served at /web/ without a redirect, and asked for each time', async () => {
    const response = await fetch(`${url}/web/`, { redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  it('name their scripts by path alone, and let them be kept', async () => {
    const html = await (
      await fetch(`${url}/web/`, { headers: { 'x-forwarded-host': 'studio.example.org' } })
    ).text();
    const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src ?? '');
    expect(scripts.length).toBeGreaterThan(0);
    for (const src of scripts) expect(src).toMatch(/^\/web\/_next\/static\//);
    const script = await fetch(`${url}${scripts[0] ?? ''}`);
    expect(script.headers.get('cache-control')).toContain('immutable');
    await script.arrayBuffer();
  });

  it('have an icon that is a file', async () => {
    const html = await (await fetch(`${url}/web/`)).text();
    const icon = /<link rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? '';
    const response = await fetch(`${url}${icon}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await response.text()).toBe(await readFile(join(dir, 'public', 'icon.svg'), 'utf8'));
  });

  it('answer 404 for what is not there', async () => {
    expect((await fetch(`${url}/web/nowhere`)).status).toBe(404);
  });

  it('take no upgrades of the server that they are served by', async () => {
    let upgrades = 0;
    server.on('upgrade', (_request, socket) => {
      upgrades += 1;
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n');
    });
    expect(server.listenerCount('upgrade')).toBe(1);
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(chunk.toString()).toContain('101');
    expect(upgrades).toBe(1);
    socket.destroy();
  });
});
