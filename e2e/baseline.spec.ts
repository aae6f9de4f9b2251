import { createRestClient } from '../server/testing/rest-client.ts';
import { createTinyPack } from '../server/testing/tiny-pack.ts';
import { expect, startStudio, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

test('baseline play shows no verdict before Done, which asks for the answer, verifies and ends', async ({
  page,
}) => {
  await using pack = await createTinyPack();
  await using studio = await startStudio([], [pack.dir]);
  const rest = createRestClient(studio.httpUrl);
  const { id, recordId } = await rest.open('tiny', { baseline: true });
  const session = new SessionPage(page);
  await page.goto(`${studio.httpUrl}/web/sessions/${id}`);
  await session.waitUntilLive();
  await expect(page.getByText('Baseline play')).toBeVisible();
  await expect(session.verifyButton).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /Verify|Source/ })).toHaveCount(0);
  await session.call('add_item', { name: 'wanted' });
  const lane = await rest.send('GET', `/api/episodes/${String(recordId)}/verdicts`);
  expect(JSON.stringify(lane.body)).not.toContain('complete');

  await session.doneButton.click();
  const dialog = page.getByRole('dialog', { name: 'Done: verify and end?' });
  await dialog.getByRole('textbox', { name: 'Final answer' }).fill('it is there');
  await dialog.getByRole('button', { name: 'Verify and end' }).click();
  await expect(session.state).toContainText('done');
  await expect(session.steps).toHaveCount(3);
  await expect(session.verdict).toHaveText(/complete/);
  const episode = await rest.episode(String(recordId));
  expect(episode).toMatchObject({ baseline: true, sawVerdictAt: null, finalAnswer: 'it is there' });
});
