import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { startHttpStack, type HttpStack } from '../../server/testing/http-stack.ts';
import {
  createStudioClient,
  StudioAnswerMismatch,
  StudioRefusal,
  StudioTimeout,
  StudioUnreachable,
  type StudioAnswer,
} from './index.ts';

let stack: HttpStack;
beforeAll(async () => {
  stack = await startHttpStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

/** A server that answers as it is told. */
async function answering(answer: string | null): Promise<{ readonly url: string } & Disposable> {
  const server = createServer((_request, response) => {
    if (answer !== null) response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('against a running server', () => {
  it('calls routes by name, with params, query and body, and knows their answers', async () => {
    const studio = createStudioClient(`${stack.url}/`, { person: 'Ada' });
    const { items } = await studio.call('listScenarios', {});
    expect(items.map(({ key }) => key)).toEqual(['toy_1']);
    expect((await studio.call('getScenario', { params: { key: 'toy_1' } })).tasks).toHaveLength(2);
    const { session } = await studio.call('createSession', { body: { scenario: 'toy_1', taskIdx: 0 } });
    const stepped = await studio.call('stepSession', {
      params: { id: session.id },
      body: { action: { type: 'list_tools' } },
    });
    expect(stepped.done).toBe(false);
    expectTypeOf(stepped).toEqualTypeOf<StudioAnswer<'stepSession'>>();
    await studio.call('closeSession', { params: { id: session.id } });
  });

  it('throws what the server refuses with, by its code', async () => {
    const studio = createStudioClient(stack.url);
    const refused = await studio
      .call('getScenario', { params: { key: 'none' } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StudioRefusal);
    expect(refused).toMatchObject({ code: 'not_found', status: 404, route: 'getScenario' });
    const invalid = studio.call('getAgreementBy', { params: { id: 'x', by: 'pair' } });
    await expect(invalid).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('params.id') as string,
    });
  });

  it('takes files away and brings them', async () => {
    const studio = createStudioClient(stack.url);
    const refused = studio.download('exportBaseline', {});
    await expect(refused).rejects.toBeInstanceOf(StudioRefusal);
    const dropped = studio.upload(
      'uploadFile',
      { params: { id: 'a'.repeat(32) }, query: { path: 'a' } },
      'x',
    );
    await expect(dropped).rejects.toBeInstanceOf(StudioRefusal);
  });
});

it('sends its token, and files keep their name and bytes', async () => {
  const asked: { url: string; authorization: string | null; body: unknown }[] = [];
  const studio = createStudioClient('http://studio.test/under', {
    token: 'awm_secret',
    fetch: (input, init) => {
      asked.push({
        url: input instanceof Request ? input.url : input.toString(),
        authorization: new Headers(init?.headers).get('authorization'),
        body: init?.body ?? null,
      });
      const headers = {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="audit.json"; filename*=UTF-8''audit%20%E4%B8%80.json`,
      };
      return Promise.resolve(new Response('[1]', { headers }));
    },
  });
  const file = await studio.download('exportAuditFindings', { query: { format: 'json' } });
  expect([file.fileName, await file.text()]).toEqual(['audit 一.json', '[1]']);
  expect(asked).toEqual([
    {
      url: 'http://studio.test/under/api/audit-findings/file?format=json',
      authorization: 'Bearer awm_secret',
      body: null,
    },
  ]);
});

describe('when it does not go well', () => {
  it('nobody there, something else there, another version there', async () => {
    const nobody = createStudioClient('http://127.0.0.1:9');
    await expect(nobody.call('health', {})).rejects.toBeInstanceOf(StudioUnreachable);
    using other = await answering('<h1>hello</h1>');
    await expect(createStudioClient(other.url).call('health', {})).rejects.toBeInstanceOf(
      StudioAnswerMismatch,
    );
    using older = await answering('{"status":"fine"}');
    await expect(createStudioClient(older.url).call('listProjects', {})).rejects.toBeInstanceOf(
      StudioAnswerMismatch,
    );
  });

  it('an answer that does not come ends at the deadline, or when the caller says so', async () => {
    using silent = await answering(null);
    const studio = createStudioClient(silent.url, { deadlineMs: 50 });
    await expect(studio.call('health', {})).rejects.toBeInstanceOf(StudioTimeout);
    const stop = new AbortController();
    const waiting = studio.call('health', {}, { signal: stop.signal, deadlineMs: 5_000 });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
