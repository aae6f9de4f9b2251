import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, startStudio, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

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

async function openSession(studioUrl: string): Promise<string> {
  const response = await fetch(`${studioUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'city_library', taskIdx: 0 }),
  });
  const body = (await response.json()) as { readonly session: { readonly id: string } };
  return body.session.id;
}

async function callOverRest(studioUrl: string, id: string, q: string): Promise<void> {
  const action = { type: 'call_tool', tool_name: 'search_members', arguments: { q } };
  const response = await fetch(`${studioUrl}/api/sessions/${id}/step`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  });
  expect(response.status).toBe(200);
}

test('a lost connection shows, and resumes the same session without loss or repetition', async ({
  studio,
  page,
}) => {
  await using cable = await createCable(Number(new URL(studio.httpUrl).port));
  const session = new SessionPage(page);
  const id = await openSession(studio.httpUrl);
  await callOverRest(studio.httpUrl, id, 'one');
  await page.goto(`${cable.url}/web/sessions/${id}`);
  await session.waitUntilLive();
  await expect(session.steps).toHaveCount(1);

  cable.cut();
  await expect(session.state).toContainText('reconnecting');
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await expect(session.verifyButton).toBeDisabled();
  await callOverRest(studio.httpUrl, id, 'two');
  await callOverRest(studio.httpUrl, id, 'three');
  await expect(session.steps).toHaveCount(1);

  cable.mend();
  await page.getByRole('button', { name: 'Try now' }).click();
  await session.waitUntilLive();
  await expect(session.steps).toHaveCount(3);
  await expect(session.verifyButton).toBeEnabled();
});

test('a session older than what the server holds is read back whole', async ({ studio, session }) => {
  const id = await openSession(studio.httpUrl);
  const calls = 200;
  for (let count = 0; count < calls; count += 1) await callOverRest(studio.httpUrl, id, `q${count}`);
  await session.goto(id);
  await expect(session.position).toHaveText(`${calls} of ${calls}`);
  await session.expectViewed(calls, 'search_members');
  await expect(session.panel).toContainText('q199');
});

test('a server that went away and came back without the session says so', async ({ page }) => {
  const session = new SessionPage(page);
  const studio = await startStudio();
  const { port } = new URL(studio.httpUrl);
  try {
    const id = await openSession(studio.httpUrl);
    await callOverRest(studio.httpUrl, id, 'one');
    await page.goto(`${studio.httpUrl}/web/sessions/${id}`);
    await session.waitUntilLive();
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
