import type { Page } from 'playwright/test';
import { askControl } from '../server/access/index.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { startProvider, type TestProvider } from '../server/testing/test-provider.ts';
import { playAgentRun } from './agent-runs.ts';
import { startStudio, test as base } from './fixtures.ts';

/** A server on which people sign in, with a real provider. */

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export interface Guarded {
  readonly studio: ServerProcess;
  /** Asks as an admin. */
  readonly lead: Ask;
}

export const test = base.extend<{ readonly guarded: Guarded }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
  guarded: async ({}, use) => {
    await using provider = await startProvider();
    await using studio = await openStudio(provider);
    await use({ studio, lead: await member(studio, 'admin', 'Root') });
  },
  baseURL: async ({ guarded }, use) => use(guarded.studio.httpUrl),
});

async function openStudio(provider: TestProvider): Promise<ServerProcess> {
  const studio = await startStudio([...provider.flags, '--oidc-name', 'Example', '--oidc-role', 'annotator']);
  provider.allowRedirect(`${studio.httpUrl}/api/sign-in/callback`);
  return studio;
}

export async function inviteFor(
  { homeDir }: ServerProcess,
  role: string,
  more: object = {},
): Promise<string> {
  return (await askControl(homeDir, { command: 'invite', role, ...more }))?.split('\n')[0] ?? '';
}

/** Somebody who came by an invite, and asks by REST. */
export async function member(studio: ServerProcess, role: string, name: string): Promise<Ask> {
  const send = async <T>(method: string, path: string, body: unknown, headers: HeadersInit): Promise<T> => {
    const response = await fetch(`${studio.httpUrl}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  };
  const [, invite] = (await inviteFor(studio, role, { name })).split('#');
  const { bearer } = await send<{ bearer: string }>('POST', '/invites/use', { invite }, {});
  return (method, path, body) => send(method, path, body, { authorization: `Bearer ${bearer}` });
}

/** Signs in at the provider, as whoever they type. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  // A tab that was opened for it may close by itself.
  const closed = page.waitForEvent('close', { timeout: 20_000 });
  const said = page.getByText(/You are signed in as/).waitFor({ timeout: 20_000 });
  await Promise.any([closed, said]);
}

/** The id of whoever signed in with a name like this. */
export async function personOf({ lead }: Guarded, name: string): Promise<string> {
  const { items } = await lead<{ items: { id: string; name: string }[] }>('GET', '/people');
  return items.find((person) => person.name.startsWith(name))?.id ?? '';
}

/** A queue of two items that is open to all annotators. */
export async function makeQueue({ studio, lead }: Guarded): Promise<string> {
  const runs: string[] = [];
  for (const finalAnswer of ['One.', 'Two.', 'Three.']) runs.push(await playRun(studio, finalAnswer));
  const project = await lead<{ id: string }>('POST', '/annotation/projects', { name: 'Guarded' });
  const queue = await lead<{ id: string }>('POST', '/annotation/queues', {
    project: project.id,
    name: 'Guarded',
    source: { from: 'runs', target: { ids: runs } },
    everyone: true,
  });
  return queue.id;
}

/** A project with one run, of which two people say that it is complete and that it is not. */
export async function makeDispute({ studio, lead }: Guarded): Promise<string> {
  const run = await playRun(studio, 'One.');
  const { id: project } = await lead<{ id: string }>('POST', '/annotation/projects', { name: 'Disputed' });
  const { id: queue } = await lead<{ id: string }>('POST', '/annotation/queues', {
    project,
    name: 'Disputed',
    source: { from: 'runs', target: { ids: [run] } },
    settings: { overlap: 2 },
    everyone: true,
  });
  for (const [name, outcome] of [
    ['Ann', 'complete'],
    ['Ben', 'incomplete'],
  ] as const) {
    const ask = await member(studio, 'annotator', name);
    const { assignment } = await ask<{ assignment: { id: string; draft: { revision: number } } }>(
      'POST',
      `/annotation/queues/${queue}/next`,
      {},
    );
    await ask('POST', `/annotation/assignments/${assignment.id}/submit`, {
      baseRevision: assignment.draft.revision,
      doc: { confidence: 'high', outcome },
      activeMs: 1_000,
      key: `submit-${assignment.id}`,
    });
  }
  return project;
}

function playRun({ httpUrl }: ServerProcess, finalAnswer: string): Promise<string> {
  return playAgentRun(httpUrl, {
    scenario: 'event_ticketing',
    taskIdx: 7,
    calls: [{ tool: 'list_venues', arguments: {} }],
    finalAnswer,
  });
}
