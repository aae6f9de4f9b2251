import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpStack } from '../testing/http-stack.ts';
import type { HttpStack } from '../testing/http-stack.ts';

interface HttpCase {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly status: number;
  readonly location: string | null;
  readonly answer: unknown;
}

const RECORDING = new URL('../../../shared/parity/protocol.json', import.meta.url);
const cases = existsSync(RECORDING)
  ? (JSON.parse(readFileSync(RECORDING, 'utf8')) as { http: readonly HttpCase[] }).http
  : [];

let stack: HttpStack;
beforeAll(async () => {
  stack = await startHttpStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${stack.url}${path}`, { redirect: 'manual', ...init });
}

/** A schema without its prose. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => !((key === 'title' || key === 'description') && typeof item === 'string'),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, bare(item)]));
}

function comparable(text: string): unknown {
  try {
    return JSON.parse(text.replace(/"session_id":\s*"[^"]+"/, '"session_id":"*"')) as unknown;
  } catch {
    return text;
  }
}

describe.skipIf(cases.length === 0)('the recorded HTTP cases', () => {
  it.each(cases.map((entry) => ({ ...entry, name: `${entry.method} ${entry.path} ${entry.body ?? ''}` })))(
    '$name',
    async ({ method, path, body, status, location, answer }) => {
      const response = await request(path, { method, body, headers: { 'content-type': 'application/json' } });
      const got = comparable(await response.text());
      expect(response.status).toBe(status);
      expect(response.headers.get('location')).toBe(location?.replace(/^http:\/\/[^/]+/, stack.url) ?? null);
      if (path === '/openapi.json') {
        const wanted = (answer as { paths: Record<string, Record<string, unknown>> }).paths;
        const { paths } = got as { paths: Record<string, Record<string, unknown>> };
        for (const [name, methods] of Object.entries(wanted)) {
          expect(Object.keys(paths[name] ?? {})).toEqual(
            expect.arrayContaining(methods as unknown as string[]),
          );
        }
      } else if (path === '/reset' || path === '/step') {
        expect(Object.keys(got as object).sort()).toEqual(Object.keys(answer as object).sort());
      } else if (typeof answer !== 'string') {
        const wanted = comparable(JSON.stringify(answer));
        expect(path === '/schema' ? bare(got) : got).toEqual(path === '/schema' ? bare(wanted) : wanted);
      }
    },
  );
});

describe('redirects to the studio', () => {
  it('keep the forwarded scheme and host, and the query', async () => {
    const headers = { 'x-forwarded-proto': 'https,http', 'x-forwarded-host': 'user-space.hf.space, inner' };
    const response = await request('/?__theme=dark', { headers });
    expect(response.headers.get('location')).toBe('https://user-space.hf.space/web/?__theme=dark');
    const odd = await request('/web', {
      headers: { 'x-forwarded-host': 'a b/c', 'x-forwarded-proto': 'gopher' },
    });
    expect(odd.headers.get('location')).toBe(`${stack.url}/web/`);
  });
});

describe('odd requests', () => {
  it('are answered in FastAPI’s words outside /api, and in ours inside', async () => {
    expect(await (await request('/reset')).json()).toEqual({ detail: 'Method Not Allowed' });
    expect((await request('/mcp')).status).toBe(405);
    const missing = await request('/api/nothing');
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: { code: 'not_found', message: 'There is no GET /api/nothing.', details: {} } },
    ]);
    const huge = await request('/api/sessions', { method: 'POST', body: 'x'.repeat(21 * 1024 * 1024) });
    expect([huge.status, ((await huge.json()) as { error: { code: string } }).error.code]).toEqual([
      413,
      'payload_too_large',
    ]);
  });

  it('serve documentation that loads nothing', async () => {
    const response = await request('/docs');
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('/api/sessions/{id}/step');
  });
});

describe('Task API', () => {
  async function post(path: string, body: unknown): Promise<[number, unknown]> {
    const response = await request(path, { method: 'POST', body: JSON.stringify(body) });
    return [response.status, await response.json()];
  }
  const second = {
    id: 'toy_1/1',
    index: 1,
    split: 'train',
    scenario: 'toy_1',
    task_idx: 1,
    task: 'Second task',
  };

  it('lists environments, splits and tasks', async () => {
    expect(await (await request('/list_environments')).json()).toEqual(['AWMEnvironment']);
    expect(await (await request('/awmenvironment/splits')).json()).toEqual([
      { name: 'train', type: 'train' },
      { name: 'clean', type: 'train' },
      { name: 'quarantined', type: 'train' },
    ]);
    const [status, body] = await post('/AWMEnvironment/tasks', { split: 'train' });
    expect([status, (body as { tasks: unknown[] }).tasks[1]]).toEqual([200, second]);
    expect(await post('/AWMEnvironment/num_tasks', { split: 'train' })).toEqual([200, { num_tasks: 2 }]);
    expect(await post('/AWMEnvironment/task', { split: 'train', index: 1 })).toEqual([200, { task: second }]);
    expect(await post('/AWMEnvironment/task_range', { split: 'train', start: 1 })).toEqual([
      200,
      { tasks: [second] },
    ]);
    expect(await post('/AWMEnvironment/task_range', { split: 'train', stop: -1 })).toMatchObject([
      200,
      { tasks: [{ index: 0 }] },
    ]);
  });

  it('refuses wrong environments, splits, indexes and bodies', async () => {
    expect(await post('/Other/tasks', { split: 'train' })).toEqual([
      404,
      { detail: "unknown environment 'Other'" },
    ]);
    expect((await post('/AWMEnvironment/tasks', { split: 'test' }))[0]).toBe(404);
    for (const index of [2, -1]) {
      expect(await post('/AWMEnvironment/task', { split: 'train', index })).toEqual([
        400,
        { detail: 'Invalid task index' },
      ]);
    }
    expect(await post('/AWMEnvironment/task', {})).toMatchObject([
      422,
      {
        detail: [
          { type: 'missing', loc: ['body', 'split'] },
          { type: 'missing', loc: ['body', 'index'] },
        ],
      },
    ]);
    const broken = await request('/AWMEnvironment/tasks', { method: 'POST', body: '{' });
    expect([broken.status, await broken.json()]).toMatchObject([422, { detail: [{ type: 'json_invalid' }] }]);
  });
});
