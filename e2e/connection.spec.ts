import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createRestClient } from '../server/testing/rest-client.ts';
import { createTinyPack } from '../server/testing/tiny-pack.ts';
import { expect, startStudio, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';
import { openSession, play } from './rest.ts';

/** A network between page and server that can be cut. */
async function createCable(port: number) {
  const sockets = new Set<Socket>();
  let cut = false;
  const server = createServer((near) => {
    if (cut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      cut = false;
    },
    async [Symbol.asyncDispose]() {
      this.cut();
      server.close();
      await once(server, 'close');
    },
  };
}

const call = (q: string) => ({ tool: 'search_members', arguments: { q } });

test('a lost connection shows, and resumes the same session without loss or repetition', async ({
  studio,
  page,
}) => {
  await using cable = await createCable(Number(new URL(studio.httpUrl).port));
  const session = new SessionPage(page);
  const id = await openSession(studio.httpUrl, 'city_library', 0);
  await play(studio.httpUrl, id, [call('one')]);
  await page.goto(`${cable.url}/web/sessions/${id}`);
  await session.waitUntilLive();
  await expect(session.steps).toHaveCount(1);

  cable.cut();
  await expect(session.state).toContainText('reconnecting');
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await expect(session.verifyButton).toBeDisabled();
  await expect(page.getByText(/Offline for \d+ s · (retry in \d+ s|trying now)/)).toBeVisible();
  // The page holds control until it is away for 5 s.
  const script = createRestClient(studio.httpUrl);
  expect((await script.call(id, 'search_members', { q: 'too early' })).status).toBe(409);
  await expect
    .poll(async () => (await script.call(id, 'search_members', { q: 'two' })).status, { timeout: 15_000 })
    .toBe(200);
  await play(studio.httpUrl, id, [call('three')]);
  await expect(session.steps).toHaveCount(1);

  cable.mend();
  await page.getByRole('button', { name: 'Try now' }).click();
  await session.waitUntilLive();
  await expect(session.steps).toHaveCount(3);
  await expect(session.verifyButton).toBeEnabled();
});

test('a call whose answer is lost settles by its step, and is sent once; drafts stay', async ({ page }) => {
  await using pack = await createTinyPack();
  await using studio = await startStudio([], [pack.dir]);
  await using cable = await createCable(Number(new URL(studio.httpUrl).port));
  const session = new SessionPage(page);
  const rest = createRestClient(studio.httpUrl);
  const { id, recordId } = await rest.open('tiny');
  await page.goto(`${cable.url}/web/sessions/${id}`);
  await session.waitUntilLive();
  await session.chooseTool('sleep');
  await session.fill('sleep', { seconds: 3 });
  await session.callButton.click();
  await expect.poll(async () => (await rest.session(id)).body.phase).toBe('running');

  cable.cut();
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await expect.poll(async () => (await rest.session(id)).body.stepCount, { timeout: 10_000 }).toBe(1);
  await expect(session.steps).toHaveCount(0);
  cable.mend();
  await session.waitUntilLive();
  await expect(session.steps).toHaveCount(1);
  await expect(page.getByText(/did not reach a result/)).toBeHidden();
  await expect(session.verifyButton).toBeEnabled();

  await session.chooseTool('add_item');
  await session.fill('add_item', { name: 'typed before' });
  cable.cut();
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await expect(session.callButton).toBeDisabled();
  cable.mend();
  await session.waitUntilLive();
  await session.callButton.click();
  await expect(session.steps).toHaveCount(2);
  const steps = await rest.steps(String(recordId));
  expect(steps.map(({ toolName, argumentsJson }) => [toolName, argumentsJson])).toEqual([
    ['sleep', expect.stringMatching(/3/)],
    ['add_item', '{"name":"typed before"}'],
  ]);
});

test('a session older than what the server holds is read back whole', async ({ studio, session }) => {
  const id = await openSession(studio.httpUrl, 'city_library', 0);
  const calls = 200;
  for (let count = 0; count < calls; count += 1) await play(studio.httpUrl, id, [call(`q${count}`)]);
  await session.goto(id);
  await expect(session.position).toHaveText(`${calls} of ${calls}`);
  await session.expectViewed(calls, 'search_members');
});

test('a server that went away and came back without the session says so', async ({ page }) => {
  const session = new SessionPage(page);
  const studio = await startStudio();
  const { port } = new URL(studio.httpUrl);
  try {
    const id = await openSession(studio.httpUrl, 'city_library', 0);
    await play(studio.httpUrl, id, [call('one')]);
    await page.goto(`${studio.httpUrl}/web/sessions/${id}`);
    await session.waitUntilLive();
    await expect(session.panel).toContainText('HTTP 200');
  } finally {
    await studio[Symbol.asyncDispose]();
  }
  await expect(session.state).toContainText('reconnecting');
  await using again = await startStudio(['--port', port]);
  expect(new URL(again.httpUrl).port).toBe(port);
  await expect(session.state).toContainText('ended', { timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Play this task again' })).toBeVisible();
  await expect(session.steps).toHaveCount(1);
});
