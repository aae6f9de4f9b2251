import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthSchema, scenarioSchema } from '../../lib/contracts/rest-schemas.ts';
import { routes } from '../../lib/contracts/rest.ts';
import { createOpenAccess } from '../access/index.ts';
import { startHttpStack } from '../testing/http-stack.ts';
import type { HttpStack } from '../testing/http-stack.ts';

let stack: HttpStack;
beforeAll(async () => {
  stack = await startHttpStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${stack.url}${path}`, { method, body: text ?? null });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function openSession(): Promise<string> {
  const { body } = await call('POST', '/api/sessions', { scenario: 'toy_1', taskIdx: 0 });
  return routes.createSession.response.parse(body).session.id;
}

describe('scenarios', () => {
  it('are listed with their findings or none yet', async () => {
    const { body } = await call('GET', '/api/scenarios');
    const { items, packs } = routes.listScenarios.response.parse(body);
    expect(items.map(({ key, findings }) => [key, findings])).toEqual([['toy_1', null]]);
    expect(packs[0]?.name).toBe('toys');
  });

  it('are found by any spelling, with their tools', async () => {
    expect(scenarioSchema.parse((await call('GET', '/api/scenarios/TOY_1')).body).tasks).toHaveLength(2);
    const tools = routes.getScenarioTools.response.parse(
      (await call('GET', '/api/scenarios/toy_1/tools')).body,
    );
    expect(tools.tools.map(({ name }) => name)).toContain('echo');
    expect((await call('GET', '/api/scenarios/none')).status).toBe(404);
  });
});

describe('sessions', () => {
  it('are opened, reset, stepped and closed', async () => {
    const id = await openSession();
    expect(routes.getSession.response.parse((await call('GET', `/api/sessions/${id}`)).body)).toMatchObject({
      actor: 'human',
      transport: 'web',
    });
    const list = routes.listSessions.response.parse((await call('GET', '/api/sessions')).body);
    expect(list.items.map((session) => session.id)).toContain(id);
    expect((await call('GET', `/api/sessions/${id}/tools`)).status).toBe(200);

    const step = await call(
      'POST',
      `/api/sessions/${id}/step`,
      '{"action":{"type":"call_tool","tool_name":"echo","arguments":{"big":9007199254740993,"x":1.0}}}',
    );
    expect(routes.stepSession.response.parse(step.body)).toMatchObject({
      observation: { tool_result: '{"big":9007199254740993,"x":1.0}' },
      reward: 0,
      metadata: null,
    });
    const reset = await call('POST', `/api/sessions/${id}/reset`, { scenario: 'toy_1', task_idx: 1 });
    expect(reset.body).toMatchObject({
      outcome: { observation: { reward_type: 'reset_ok' }, metadata: { toy: true } },
    });
    const refused = await call('POST', `/api/sessions/${id}/reset`, { scenario: 'toy_1', task_idx: '1' });
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'invalid_request' } }]);

    expect((await call('DELETE', `/api/sessions/${id}`)).body).toEqual({ closed: true });
    expect((await call('GET', `/api/sessions/${id}`)).status).toBe(404);
  });

  it('keep nothing of a session whose first reset throws', async () => {
    const before = stack.engine.sessions().length;
    const broken = await call('POST', '/api/sessions', { scenario: 'broken' });
    expect([broken.status, broken.body]).toMatchObject([422, { error: { code: 'scenario_broken' } }]);
    expect(stack.engine.sessions()).toHaveLength(before);
  });

  it('cancel a running call', async () => {
    const id = await openSession();
    const running = stack.engine.nextWait();
    const answer = call('POST', `/api/sessions/${id}/step`, {
      action: { type: 'call_tool', tool_name: 'wait' },
    });
    await running;
    expect((await call('POST', `/api/sessions/${id}/cancel`)).body).toEqual({ cancelled: true });
    expect((await answer).body).toMatchObject({ observation: { tool_result: 'cancelled' } });
    expect((await call('POST', `/api/sessions/${id}/cancel`)).body).toEqual({ cancelled: false });
  });

  it('name what is wrong with a request', async () => {
    const id = await openSession();
    const bad = await call('POST', `/api/sessions/${id}/step`, { action: { type: 'fly' } });
    expect(bad.status).toBe(400);
    expect(JSON.stringify(bad.body)).toContain('body.action.type');
    const misspelt = await call('POST', '/api/sessions', { scenario: 1 });
    expect(misspelt.body).toMatchObject({
      error: { message: 'body.scenario: Invalid input: expected string, received number' },
    });
    expect((await call('POST', `/api/sessions/${id}/step`, '{"action":')).body).toMatchObject({
      error: { message: 'The body is not JSON: Expecting value: line 1 column 11 (char 10)' },
    });
  });
});

describe('episodes', () => {
  it('are listed, read and given a run', async () => {
    const list = routes.listEpisodes.response.parse(
      (await call('GET', '/api/episodes?scenario=toy_1&limit=10')).body,
    );
    expect(list.items[0]).toMatchObject({ id: 'e1', sessionId: 's1', run: { experiment: 'x' } });
    expect(routes.getEpisode.response.parse((await call('GET', '/api/episodes/e1')).body).steps).toBe(1);
    const steps = routes.getEpisodeSteps.response.parse(
      (await call('GET', '/api/episodes/e1/steps?from=1')).body,
    );
    expect(steps.items[0]?.argumentsJson).toBe('{"a":1.0}');
    expect(steps.nextFrom).toBeNull();
    const set = await call('PATCH', '/api/episodes/run', {
      ids: ['e1', 'e2'],
      run: { group: 'g', train_step: 3 },
    });
    expect(set.body).toEqual({ changed: 2 });
    expect(stack.runs.get('e2')).toEqual({ group: 'g', train_step: 3 });
    expect((await call('PATCH', '/api/episodes/run', { ids: [], run: {} })).status).toBe(400);
    expect((await call('GET', '/api/episodes?limit=1000')).status).toBe(400);
  });
});

describe('health', () => {
  it('says which layers hold', async () => {
    const health = healthSchema.parse((await call('GET', '/api/health')).body);
    expect(health).toMatchObject({ status: 'degraded', sandbox: { landlock: { active: true } } });
    expect(health.warnings).toEqual(['seccomp does not hold: a test.']);
  });
});

describe('a public server', () => {
  it('lists what the asker has the key to, and shows nobody’s session id', async () => {
    await using open = await startHttpStack({ access: createOpenAccess({ openLibrary: false }) });
    const get = async (path: string): Promise<unknown> => (await fetch(`${open.url}${path}`)).json();
    const { id } = open.engine.createSession({ actor: 'human', transport: 'web' });
    expect(await get('/api/sessions')).toEqual({ items: [], total: 0 });
    expect(await get(`/api/sessions?ids=${id}`)).toMatchObject({ items: [{ id }] });
    expect(await get('/api/episodes')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await get('/api/episodes?sessionId=s1')).toMatchObject({ items: [{ sessionId: null }] });
  });
});
