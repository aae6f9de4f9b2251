import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestClient } from '../testing/rest-client.ts';
import { startHttpStack, type HttpStack } from '../testing/http-stack.ts';
import { createOpenApi } from './openapi.ts';

let stack: HttpStack;
beforeAll(async () => {
  stack = await startHttpStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

const one = () => createRestClient(stack.url, 'page-number-1');
const two = () => createRestClient(stack.url, 'page-number-2');
const script = () => createRestClient(stack.url);

describe('control over REST', () => {
  it('goes to the page that opened the session; others are refused, and told by whom', async () => {
    const { id } = await one().open('toy_1');
    expect((await one().call(id, 'echo')).status).toBe(200);
    for (const other of [two(), script()]) {
      const refused = await other.call(id, 'echo');
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', details: { holder: 'page-number-1' } } },
      });
      expect(refused.body.error?.message).toMatch(/^Tab 1 holds control .*x-awm-page/);
      for (const [method, path] of [
        ['POST', `/api/sessions/${id}/reset`],
        ['POST', `/api/sessions/${id}/cancel`],
        ['DELETE', `/api/sessions/${id}`],
      ] as const)
        expect((await other.send(method, path, method === 'POST' ? {} : undefined)).status).toBe(409);
    }
  });

  it('is asked for, kept, handed over and let go', async () => {
    const { id } = await one().open('toy_1');
    const path = `/api/sessions/${id}/control`;
    expect((await two().send('POST', path, { do: 'ask' })).body).toMatchObject({
      control: { holder: 'page-number-1', requestedBy: 'page-number-2' },
    });
    await one().send('POST', path, { do: 'keep' });
    expect((await two().send('POST', path, { do: 'hand_over' })).status).toBe(409);
    await two().send('POST', path, { do: 'ask' });
    expect((await one().send('POST', path, { do: 'hand_over' })).body).toMatchObject({
      control: { holder: 'page-number-2', requestedBy: null },
    });
    expect((await two().send('POST', path, { do: 'hand_over', to: 'page-number-9' })).status).toBe(404);
    await two().send('POST', path, { do: 'release' });
    expect((await script().call(id, 'echo')).status).toBe(200);
    expect((await script().send('POST', path, { do: 'ask' })).status).toBe(400);
  });

  it('is not had over a client’s session, which is listed and can be watched', async () => {
    const session = stack.engine.createSession({ actor: 'unnamed client', transport: 'ws' });
    expect((await one().sessions()).map(({ id }) => id)).not.toContain(session.id);
    await session.reset({ scenario: 'toy_1' });
    expect((await one().sessions()).map(({ id }) => id)).toContain(session.id);
    for (const refused of [
      await one().call(session.id, 'echo'),
      await one().send('POST', `/api/sessions/${session.id}/control`, { do: 'ask' }),
      await script().send('DELETE', `/api/sessions/${session.id}`),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
      expect(refused.body.error?.message).toMatch(/unnamed client over ws.*watched/);
    }
  });

  it('names pages as it says, in its documentation too', async () => {
    const bad = createRestClient(stack.url, 'no good');
    expect((await bad.send('POST', '/api/sessions', {})).status).toBe(400);
    const { paths } = createOpenApi() as {
      paths: Record<string, Record<string, { parameters: { name: string }[] }>>;
    };
    const step = paths['/api/sessions/{id}/step']?.['post'];
    expect(step?.parameters.map(({ name }) => name)).toContain('x-awm-page');
  });
});
