import { expect, it } from 'vitest';
import { createLocalAccess, createOpenAccess } from '../access/index.ts';
import { routes } from '../../lib/contracts/rest.ts';
import { stepInput } from '../store/testing.ts';
import { openLibrary } from '../store/runs/testing.ts';
import { startHttpStack } from '../testing/http-stack.ts';

async function openServer(access = createLocalAccess()) {
  await using owned = new AsyncDisposableStack();
  const library = owned.use(await openLibrary());
  const stack = owned.use(await startHttpStack({ access, runs: library.runs }));
  const { recorder } = library.begin({ run: { experiment: 'x' } });
  recorder.step(stepInput());
  recorder.verdict('code', 'complete', 1, 'yes', 'h');
  recorder.end('done');
  await library.store.settled();
  const call = async (method: string, path: string, body?: unknown, person?: string) => {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: person === undefined ? {} : { 'x-awm-person': encodeURIComponent(person) },
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const moved = owned.move();
  return {
    id: recorder.episodeId,
    library,
    url: stack.url,
    call,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

it('answers as the contract says', async () => {
  await using open = await openServer();
  const { call, id } = open;
  const page = routes.listRuns.response.parse((await call('GET', '/api/runs?q=pass+experiment:x')).body);
  expect(page).toMatchObject({ matched: 1, total: 1, items: [{ id, verdict: 'complete' }] });
  routes.getRun.response.parse((await call('GET', `/api/runs/${id}`)).body);
  routes.getRunFacets.response.parse((await call('GET', '/api/run-facets')).body);
  routes.getRunCurves.response.parse((await call('GET', '/api/run-curves?q=pass')).body);
  const revision = routes.getRunRevision.response.parse((await call('GET', '/api/run-revision?q=fail')).body);
  expect(revision).toEqual({ revision: page.revision, total: 1, matched: 0 });
  const { body } = await call('POST', '/api/run-selections', { q: 'pass' });
  const selection = routes.selectRuns.response.parse(body);
  expect(selection).toMatchObject({ count: 1, query: 'pass' });
  expect((await call('GET', `/api/run-selections/${selection.id}/runs`)).body).toEqual({
    ids: [id],
    total: 1,
  });
  expect((await call('GET', `/api/run-selections/${selection.id}/tasks`)).body).toEqual({
    items: [{ scenario: 'shop', taskIdx: 0 }],
  });
  expect((await call('GET', '/api/run-selections/gone')).status).toBe(404);
  const pin = { target: { selection: selection.id }, pinned: true };
  expect((await call('POST', '/api/run-pins', pin)).body).toEqual({ changed: 1 });
  const file = await fetch(`${open.url}/api/run-selections/${selection.id}/table?format=csv`);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="runs-[0-9a-f]{6}\.csv"/);
  expect(await file.text()).toContain(id);
  const views = routes.listViews.response.parse((await call('GET', '/api/run-views')).body);
  expect(views.items.map(({ count }) => count)).toEqual([0, 0, 1, 1]);
  expect((await call('GET', `/api/runs?q=${'x'.repeat(4_001)}`)).status).toBe(400);
  expect((await call('GET', '/api/runs?limit=201')).status).toBe(400);
});

it('signs labels and notes with the person’s name', async () => {
  await using open = await openServer();
  const { call, id } = open;
  const label = { outcome: 'incomplete', note: 'no' };
  expect((await call('POST', `/api/episodes/${id}/labels`, label, 'Zoë')).body).toMatchObject({
    items: [{ by: 'Zoë', outcome: 'incomplete', note: 'no' }],
  });
  await call('POST', `/api/episodes/${id}/labels`, { outcome: 'complete', by: 'import' });
  expect((await call('GET', `/api/runs/${id}`)).body).toMatchObject({ label: 'mixed', labels: 2 });
  const { body } = await call('POST', `/api/episodes/${id}/notes`, { seq: 1, text: 'look' });
  expect(routes.addNote.response.parse(body)).toMatchObject({ by: 'someone', seq: 1 });
  expect((await call('POST', `/api/episodes/${id}/labels`, { outcome: 'great' })).status).toBe(400);
});

it('a closed public library answers for one run by its id only', async () => {
  await using open = await openServer(createOpenAccess({ openLibrary: false }));
  const { call, id } = open;
  const ids = { ids: [id] };
  for (const [method, path, body] of [
    ['GET', '/api/runs'],
    ['GET', '/api/run-facets'],
    ['GET', '/api/run-curves'],
    ['GET', '/api/run-revision'],
    ['GET', '/api/run-views'],
    ['POST', '/api/run-views', { name: 'x', query: '' }],
    ['DELETE', '/api/run-views/all'],
    ['POST', '/api/run-selections', ids],
    ['GET', '/api/run-selections/x'],
    ['GET', '/api/run-selections/x/runs'],
    ['GET', '/api/run-selections/x/tasks'],
    ['GET', '/api/run-selections/x/table?format=csv'],
    ['POST', '/api/run-pins', { target: ids, pinned: true }],
    ['POST', '/api/run-state-search', { target: ids, sql: 'SELECT 1' }],
  ] as const) {
    const answer = await call(method, path, body);
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.body).toMatchObject({ error: { code: 'forbidden' } });
  }
  expect((await call('GET', `/api/runs/${id}`)).status).toBe(200);
  expect((await call('GET', `/api/episodes/${id}/notes`)).status).toBe(200);
  await using opened = await openServer(createOpenAccess({ openLibrary: true }));
  expect((await opened.call('GET', '/api/runs')).status).toBe(200);
});
