import type { Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { signAs } from './sign-as.ts';
import { expect, test as base } from './fixtures.ts';
import { type Disputes, makeDisputes, makeVotes } from './disputes.ts';
import { looksRight } from './sound.ts';
import { unreachable } from './reachable.ts';

const test = base.extend<object, { readonly disputes: Disputes }>({
  disputes: [
    async ({ studio }, use) => use(await makeDisputes(studio.httpUrl)),
    { scope: 'worker', timeout: 60_000 },
  ],
});

// One after another on one server: what the first decides, the others look at.
test.describe.configure({ mode: 'serial', timeout: 90_000 });

async function open(
  page: Page,
  project: string,
  place: 'disagreements' | 'grading',
  person = 'cy',
): Promise<void> {
  await signAs(page, person);
  await page.goto(`/web/annotate/projects/${project}/${place}`);
}

/** Opening the page takes nothing in hand. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Begin|Go on|开始|继续)/ }).click({ timeout: 10_000 });
}

async function expectNoViolations(page: Page): Promise<void> {
  expect.soft(await axeFaults(page)).toEqual([]);
}

/** Labels and decisions of every row are within the width, and the way on stays in sight, however far it is scrolled. */
async function decidesInSight(page: Page): Promise<void> {
  const table = page.getByRole('main').getByRole('table').first();
  const sideways = await table.evaluate((element) => {
    const parts = [element, ...element.querySelectorAll('td, th, button')];
    return parts.filter((part) => part.getBoundingClientRect().right > window.innerWidth).length;
  });
  expect.soft(sideways).toBe(0);
  const on = page.getByRole('button', { name: /^Decide and next/ });
  await expect(on).toBeInViewport({ ratio: 1 });
  const choices = page.getByRole('group', { name: /^Decision on / });
  expect(await choices.count()).toBeGreaterThan(0);
  for (const choice of await choices.all()) {
    await choice.scrollIntoViewIfNeeded();
    await choice.getByRole('button', { name: 'own' }).click({ trial: true });
    await expect(on).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('textbox', { name: 'Reason' }).scrollIntoViewIfNeeded();
  await expect(on).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: test.info().outputPath('narrow.png') });
}

test('who labelled an item does not decide it', async ({ page, disputes }) => {
  await open(page, disputes.project, 'disagreements', 'ann');
  await expect(page.getByText('You labelled this run').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decide and next' })).toHaveCount(0);
});

test('names are hidden until a third decides, by keyboard alone, and the group follows', async ({
  page,
  disputes,
}) => {
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (/\/api\/annotation\/disagreements\/[0-9a-f]{32}(\/hold)?$/.test(response.url()))
      void response.text().then((text) => bodies.push(text));
  });
  await open(page, disputes.project, 'disagreements');
  const next = page.getByRole('region', { name: 'To begin with' });
  await expect(next).toContainText('Its labels differ in: Outcome');
  await looksRight(page);
  await page.keyboard.press('j');
  const table = page.getByRole('table').first();
  await expect(table.getByText('order drawn at random')).toBeVisible();
  const groups = page.getByRole('navigation', { name: 'Disagreements by cause' });
  await expect(groups.getByRole('link')).toHaveCount(3);
  const section = groups.getByRole('region', { name: /^2\.1/ });
  await expect(section.getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Evidence of step 3' })).toBeVisible();
  for (const secret of ['"ann"', '"ben"', ...disputes.runs, 'submittedAtMs', '"reward"'])
    expect(bodies.join()).not.toContain(secret);
  await expectNoViolations(page);

  // The label that calls it incomplete, whichever letter it has today.
  const outcome = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Outcome' }) });
  const first = await outcome.getByRole('cell').first().innerText();
  await page.keyboard.press(first.includes('Incomplete') ? 'a' : 'b');
  const status = page.getByRole('status').filter({ hasText: 'rows decided' });
  await expect(status).toHaveText('4 of 4 ≠ rows decided, 3 from the outcome');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await expect(status).toHaveText('3 of 4 ≠ rows decided, 2 from the outcome');
  await page.keyboard.press(first.includes('Incomplete') ? 'a' : 'b');
  await page.keyboard.press('r');
  await page.keyboard.type('Hillside was asked for');
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('body').press('Tab');
  // Taken over to the other of the group, confirmed there.
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.press('p');
  await expect(page.getByText(/Taking over the decision/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Hillside was asked for');
  await expect(status).toHaveText('4 of 4 ≠ rows decided, 2 from the outcome');
  await page.keyboard.press('Control+Enter');
  await expect(groups.getByRole('link')).toHaveCount(1);

  await page.getByRole('radiogroup', { name: 'Which items' }).getByText('Decided').click();
  await groups.getByRole('link').first().click();
  const told = page.getByRole('region', { name: 'Versions of the decision' });
  await expect(told).toContainText('ann');
  await expect(told).toContainText('ben');
  await expect(told).toContainText('Verifier said');
  await expectNoViolations(page);
});

test('a label is returned with a note, and a decision is made anew', async ({ page, disputes }) => {
  await open(page, disputes.project, 'disagreements');
  await page.getByRole('radiogroup', { name: 'Which items' }).getByText('Decided').click();
  const told = page.getByRole('region', { name: 'Versions of the decision' });
  await told.getByRole('button', { name: 'Return with note' }).first().click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Look at the branch again.');
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(page.getByText(/^Returned to (ann|ben)$/)).toBeVisible();
  await told.getByRole('button', { name: 'Decide anew' }).click();
  await expect(page.getByRole('button', { name: 'Decide and next' })).toBeVisible();
  await expect(told).toContainText('taken back by cy');
});

test('on a telephone, in the dark and in Chinese', async ({ page, disputes }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const place of ['disagreements', 'grading'] as const) {
    // Who has an item in hand is not told what verifiers said of it and others.
    await open(page, disputes.project, place, place === 'grading' ? 'lena' : 'cy');
    if (place === 'disagreements') await begin(page);
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
    await expectNoViolations(page);
    await expect.soft.poll(() => unreachable(page), { timeout: 2_000 }).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(width).toBeLessThanOrEqual(0);
    if (place === 'disagreements') await decidesInSight(page);
  }
  await page.addInitScript(() => localStorage.setItem('awm.language', 'zh-CN'));
  await open(page, disputes.project, 'disagreements');
  await begin(page);
  await expect(page.getByText('由结果填充其余各行')).toBeVisible();
});

test('from a false pass of the 2×2 into the workbench, and into a queue', async ({ page, disputes }) => {
  await open(page, disputes.project, 'grading', 'lena');
  await expect(page.getByRole('table', { name: 'Verdict against people' })).toBeVisible();
  await expectNoViolations(page);
  const wrong = page
    .getByRole('region', { name: /^False (passes|failures)$/ })
    .filter({ has: page.getByRole('link') });
  await wrong
    .first()
    .getByRole('button', { name: /^Make a queue/ })
    .click();
  await expect(page.getByText(/^The queue “False .* was made/)).toBeVisible();
  await wrong.first().getByRole('link', { name: 'Open in workbench' }).first().click();
  await expect(page).toHaveURL(/\/web\/verifiers\/city_library\/4\?mode=code&run=[0-9a-f]{32}/);
});

test('four labels stand side by side as A to D; a majority decides nothing, an own word does', async ({
  page,
  disputes,
  studio,
}) => {
  const wrong = (seq: number) => ({
    outcome: 'incomplete',
    steps: { 3: { value: -1, by: 'own' } },
    firstError: { seq, proposed: false },
  });
  const project = await makeVotes(studio.httpUrl, 'Four voices', disputes.runs.slice(0, 1), {
    ann: () => ({ outcome: 'complete', steps: { 3: { value: 1, by: 'own' } }, firstError: 'none' }),
    ben: () => wrong(3),
    cid: () => wrong(2),
    dot: () => wrong(3),
  });
  await open(page, project, 'disagreements');
  await begin(page);
  const table = page.getByRole('table').first();
  for (const letter of ['A', 'B', 'C', 'D'])
    await expect(table.getByRole('columnheader', { name: new RegExp(`^${letter}( |$)`) })).toBeVisible();
  const status = page.getByRole('status').filter({ hasText: 'rows decided' });
  await expect(status).toHaveText('0 of 3 ≠ rows decided, 0 from the outcome');
  const outcome = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Outcome' }) });
  const words = await outcome.getByRole('cell').allInnerTexts();
  await page.keyboard.press('d');
  await expect(outcome.getByRole('button', { name: 'D', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(status).toHaveText('3 of 3 ≠ rows decided, 2 from the outcome');
  const incomplete = words.slice(0, 4).findIndex((word) => word.includes('Incomplete'));
  await page.keyboard.press('abcd'.charAt(incomplete));
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.getByRole('combobox', { name: 'Own value of First error' }).click();
  await page.getByRole('option', { name: /^Step 1/ }).click();
  await expect(status).toHaveText('3 of 3 ≠ rows decided, 1 from the outcome');
  await page.keyboard.press('r');
  await page.keyboard.type('Step 1 asked for the wrong title');
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
  await looksRight(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/A \w+, B \w+, C \w+, D \w+ · Verifier said/)).toBeVisible();
});

/** Two items of which nothing was decided yet. */
function fresh(studioUrl: string, name: string, runs: readonly string[]): Promise<string> {
  return makeVotes(studioUrl, name, runs.slice(0, 2), {
    ann: () => ({ outcome: 'complete', steps: { 3: { value: 1, by: 'own' } } }),
    ben: () => ({
      outcome: 'incomplete',
      steps: { 3: { value: -1, by: 'own' } },
      tags: [{ value: 'missed_constraint', severity: 'major' }],
    }),
  });
}

test('evidence is the step, tables or SQL, a link opens the run blind, and what is in hand stays hidden until given back', async ({
  page,
  disputes,
  studio,
}) => {
  const project = await fresh(studio.httpUrl, 'In hand', disputes.runs);
  const asked = (path: string) =>
    page.evaluate(async (to) => {
      const answer = await fetch(to, { headers: { 'x-awm-person': 'dia' } });
      return answer.status;
    }, path);
  const hidden = async () => {
    const states = await Promise.all(disputes.runs.map((run) => asked(`/api/episodes/${run}`)));
    return states.filter((state) => state !== 200).length;
  };
  await open(page, project, 'disagreements', 'dia');
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  expect(await hidden()).toBe(0);
  await begin(page);
  await expect(page.getByText(/Outcome α/)).toBeVisible();
  const evidence = page.getByRole('region', { name: /^Evidence of step/ });
  await expect(evidence.getByRole('group', { name: 'Response' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/evidence=tables/);
  await expect(evidence.getByRole('grid').first()).toBeVisible();
  await looksRight(page);
  await page.keyboard.press('e');
  await expect(evidence.getByRole('button', { name: /^Run/ })).toBeVisible();
  await page.keyboard.press('e');
  await page.getByRole('link', { name: 'Open blind' }).click();
  const steps = evidence.getByRole('list', { name: 'Steps of the run' });
  await steps.getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Evidence of step 1' })).toBeVisible();
  await looksRight(page);
  await page.getByRole('link', { name: 'Back to the labels' }).click();
  await evidence.getByRole('button', { name: 'Send to a fix queue' }).click();
  await expect(page.getByRole('dialog', { name: /fix/i })).toBeVisible();
  await page.keyboard.press('Escape');

  expect(await hidden()).toBe(1);
  await open(page, project, 'disagreements', 'dia');
  await expect(page.getByText('You have it in hand')).toBeVisible();
  await open(page, project, 'grading', 'dia');
  await expect(page.getByRole('heading', { name: 'Hidden: you have it to decide' })).toBeVisible();
  await page.getByRole('link', { name: /^To the disagreement in hand/ }).click();
  await expect(page).toHaveURL(/disagreements\?item=/);
  await expect(page.getByText(/Outcome α/)).toBeVisible();
  await open(page, project, 'grading', 'dia');
  await page.getByRole('button', { name: 'Give back what I have in hand here' }).click();
  await expect(page.getByText('No run has both a verdict and people’s word')).toBeVisible();
  expect(await hidden()).toBe(0);
  await open(page, project, 'disagreements', 'dia');
  await begin(page);
  await expect(page.getByText(/You gave this item back and took it again/)).toBeVisible();
});

test('what adjudicators propose is taken into the next version of the guidelines', async ({
  page,
  disputes,
  studio,
}) => {
  const project = await fresh(studio.httpUrl, 'Proposals', disputes.runs);
  await open(page, project, 'disagreements', 'eli');
  await begin(page);
  const table = page.getByRole('table').first();
  await expect(table.getByText('order drawn at random')).toBeVisible();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: /^2\.1/ }).click();
  await page.getByRole('checkbox', { name: 'Propose a change to guideline 2.1' }).click();
  await page
    .getByRole('textbox', { name: 'What the guideline should say' })
    .fill('Only copies at Hillside count.');
  for (const row of await table.getByRole('group', { name: /^Decision on/ }).all()) {
    const first = row.getByRole('button', { name: 'A', exact: true });
    if ((await row.locator('[aria-pressed="true"]').count()) === 0) await first.click();
  }
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Decide and next' }).click();
  await expect(page.getByRole('link', { name: /^Proposed changes to the guidelines \(\d\)/ })).toBeVisible();

  await signAs(page, 'lena');
  await page.goto(`/web/annotate/projects/${project}/guidelines`);
  const proposals = page.getByRole('region', { name: 'Changes that adjudicators propose' });
  await expect(proposals).toContainText('Only copies at Hillside count.');
  await looksRight(page);
  // Dismissed by a slip; the word that tells it takes it back.
  await proposals.getByRole('button', { name: 'Dismiss' }).click();
  await expect(proposals).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(proposals).toContainText('Only copies at Hillside count.');
  await proposals.getByRole('button', { name: 'Take into the text' }).first().click();
  await expect(proposals).toContainText('in your text, with the next version');
  const text = page.getByRole('region', { name: /^2\.1/ }).getByRole('textbox', { name: /^Text;/ });
  await expect(text).toHaveValue(/Only copies at Hillside count\.$/);
  await page.reload();
  await expect(proposals).toContainText('in your text, with the next version');
  await expect(proposals.getByRole('button', { name: 'Take into the text' })).toHaveCount(0);
  await page.getByRole('link', { name: /^2\.1/ }).click();
  await expect(text).toHaveValue(/Only copies at Hillside count\.$/);
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByText(/Guidelines saved as version \d/)).toBeVisible();
  await expect(proposals).toHaveCount(0);
});

test('what adjudicators propose is dismissed for good, by the lead alone; the text stays as it is', async ({
  page,
  disputes,
  studio,
}) => {
  const project = await fresh(studio.httpUrl, 'Dismissed', disputes.runs);
  await open(page, project, 'disagreements', 'eli');
  await begin(page);
  const table = page.getByRole('table').first();
  await expect(table.getByText('order drawn at random')).toBeVisible();
  for (const row of await table.getByRole('group', { name: /^Decision on/ }).all())
    await row.getByRole('button', { name: 'A', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Propose a change/ }).click();
  await page.getByRole('textbox', { name: 'What the guideline should say' }).fill('Ask the librarian.');
  await page.getByRole('textbox', { name: 'Reason' }).fill('As asked');
  await page.getByRole('button', { name: 'Decide and next' }).click();
  await page.getByRole('link', { name: /^Proposed changes to the guidelines \(1\)/ }).waitFor();

  await signAs(page, 'lena');
  const guidelines = `/web/annotate/projects/${project}/guidelines`;
  await page.goto(guidelines);
  const proposals = page.getByRole('region', { name: 'Changes that adjudicators propose' });
  await expect(proposals).toContainText('Ask the librarian.');
  await proposals.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('The change that eli proposed is dismissed')).toBeVisible();
  await expect(proposals).toHaveCount(0);
  await looksRight(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await expect(proposals).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeDisabled();
  const kept = await page.request.get(`/api/annotation/projects/${project}/proposals`);
  expect(await kept.json()).toMatchObject({ items: [{ state: 'declined', answeredBy: 'lena' }] });
  // Another adjudicator sees no trace of it beside the disagreements.
  await signAs(page, 'gil');
  await page.goto(`/web/annotate/projects/${project}/disagreements`);
  await expect(page.getByRole('navigation', { name: 'Disagreements by cause' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Proposed changes/ })).toHaveCount(0);
});

test('a task that people’s labels speak against is marked with its evidence; the table is exported', async ({
  page,
  disputes,
  studio,
}) => {
  const project = await makeVotes(studio.httpUrl, 'Against the verifier', disputes.runs, {
    ann: () => ({ outcome: 'complete' }),
    ben: () => ({ outcome: 'complete' }),
  });
  await open(page, project, 'grading', 'lena');
  const failures = page.getByRole('region', { name: 'False failures' });
  await expect(failures.getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('row', { name: /^Recall/ })).toContainText('0.00 – 0.49');
  const suspects = page.getByRole('region', { name: 'Verifiers to look at' });
  await expect(suspects).toContainText('It fails 4 of 4 runs that people call complete (at least 0.51)');
  await looksRight(page);
  await suspects.getByRole('button', { name: 'Mark suspect' }).click();
  await expect(page.getByText('city_library, task 4: Mark suspect')).toBeVisible();
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/scenarios/city_library/tasks/4/status', {
      headers: { 'x-awm-person': 'lena' },
    });
    return answer.text();
  });
  expect(status).toContain('suspect');
  for (const [format, start] of [
    ['CSV', /^run,scenario,taskIdx,verdict,verifier,human,source,labels\r\n[0-9a-f]{32},city_library,4,/],
    ['JSONL', /^\{"run":"[0-9a-f]{32}","scenario":"city_library"/],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: `Export as ${format}` }).click();
    const file = await (await coming).createReadStream();
    let text = '';
    for await (const part of file) text += String(part);
    expect(text).toMatch(start);
    expect(text.trim().split(/\r?\n/)).toHaveLength(format === 'CSV' ? 5 : 4);
  }
  await suspects.getByRole('link', { name: 'Open in workbench' }).click();
  await expect(page).toHaveURL(/\/web\/verifiers\/city_library\/4\?mode=code&run=[0-9a-f]{32}/);
});
