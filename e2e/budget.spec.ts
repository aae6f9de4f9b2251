import type { Page } from 'playwright/test';
import { expect, test } from './evidence-fixtures.ts';

/** Script that a page's HTML names, compressed (docs: budgets). */
const ENTRY_LIMIT = 250 * 1024;
/** What the session page and a run's load beyond that by itself: the observe tab that it opens on, and at rest the other of a walk; the reader of YAML where a schema opens as that. */
const FIRST_TAB_LIMIT = 60 * 1024;

interface Script {
  readonly entry: number;
  readonly later: number;
}

/** Bytes of script by whether the page's HTML names it, once nothing more comes. */
async function scriptOf(page: Page, path: string): Promise<Script> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const html = await (await page.request.get(path)).text();
  const editor = await editorScripts(page, html);
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
  );
  const sum = (named: boolean) =>
    loaded
      .filter(({ name }) => !editor.has(name))
      .filter(({ name }) => html.includes(name.split('/').at(-1) ?? name) === named)
      .reduce((total, { bytes }) => total + bytes, 0);
  return { entry: sum(true), later: sum(false) };
}

/** Scripts that came later and are Monaco: it counts for no budget, and loads only where an editor is seen. */
async function editorScripts(page: Page, html: string): Promise<ReadonlySet<string>> {
  const names = await page.evaluate(async (named) => {
    const later = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
      .map(({ name }) => name)
      .filter((name) => !named.includes(name.split('/').at(-1) ?? name));
    const texts = await Promise.all(later.map(async (name) => (await fetch(name)).text()));
    return later.filter((_, at) => texts[at]?.includes('monaco'));
  }, html);
  return new Set(names);
}

test('no page loads more script than its budget, nor anything from elsewhere', async ({
  page,
  scenario,
  session,
  studio,
  evidence,
}) => {
  test.setTimeout(180_000);
  await scenario.goto('city_library');
  await scenario.play(0);
  const sessionPath = `/web/sessions/${session.id}`;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(studio.httpUrl) && !/^(data|blob|ws):/.test(url)) foreign.push(url);
  });
  const [run = ''] = evidence.rollouts;
  const runPath = `/web/runs/${run}`;
  const made = await page.request.post(`${studio.httpUrl}/api/annotation/projects`, {
    data: { name: `Budget ${run}` },
  });
  const { id: project } = (await made.json()) as { readonly id: string };
  const projectPath = `/web/annotate/projects/${project}`;
  for (const path of [
    '/web/',
    '/web/annotate',
    projectPath,
    `${projectPath}/schema`,
    `${projectPath}/guidelines`,
    `${projectPath}/agreement`,
    `${projectPath}/progress`,
    '/web/tasks',
    '/web/scenarios/city_library',
    '/web/sessions',
    '/web/runs',
    `/web/compare?ids=${evidence.rollouts.join(',')}`,
    '/web/verifiers',
    '/web/verifiers/city_library/4',
    '/web/audits',
    '/web/settings',
  ]) {
    const { entry, later } = await scriptOf(page, path);
    test.info().annotations.push({ type: path, description: inKib(entry + later) });
    expect.soft(entry, path).toBeGreaterThan(50 * 1024);
    expect.soft(entry + later, path).toBeLessThan(ENTRY_LIMIT);
  }
  for (const path of [sessionPath, runPath, `${projectPath}/schema?view=yaml`]) {
    const { entry, later } = await scriptOf(page, path);
    test.info().annotations.push({ type: path, description: `${inKib(entry)} + ${inKib(later)}` });
    expect.soft(entry, path).toBeLessThan(ENTRY_LIMIT);
    expect.soft(later, path).toBeLessThan(FIRST_TAB_LIMIT);
  }
  expect(foreign).toEqual([]);
});

function inKib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
