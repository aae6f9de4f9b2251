import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { expect, test as base } from './fixtures.ts';
import { ComparePage } from './pages/compare-page.ts';

interface Rollouts {
  readonly right: string;
  readonly elsewhere: string;
  readonly group: readonly string[];
  readonly groupName: string;
}

const WANTED = ['HIL-00016', 'HIL-00017'];

const test = base.extend<{ readonly compare: ComparePage }, { readonly rollouts: Rollouts }>({
  compare: async ({ page }, use) => use(new ComparePage(page)),
  rollouts: [
    async ({ studio }, use) => {
      const groupName = `g-${String(Date.now())}`;
      const roll = (barcodes: readonly string[], branch: number, sample: number): Promise<string> =>
        playAgentRun(studio.httpUrl, {
          scenario: 'city_library',
          taskIdx: 4,
          calls: [...TRANSFERS.look, TRANSFERS.send(barcodes, branch)],
          finalAnswer: 'Sent.',
          run: { group: groupName, sample },
        });
      const group: string[] = [];
      for (let sample = 0; sample < 6; sample += 1) {
        group.push(await roll(WANTED, sample < 4 ? 4 : 3, sample));
      }
      await use({ right: group[0] ?? '', elsewhere: group[5] ?? '', group, groupName });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('two runs stand beside each other: where they part, which arguments differ, which rows', async ({
  page,
  compare,
  rollouts,
}) => {
  await compare.goto([rollouts.right, rollouts.elsewhere]);
  await expect(page.getByText('The first 2 steps are the same, then they part')).toBeVisible();
  await expect(compare.divergence).toBeVisible();
  const marked = compare.grid.locator('mark');
  await expect(marked).toHaveText([/to_branch_id 4/, /to_branch_id 3/]);

  await compare.state(0, 3).click();
  await expect(compare.difference).toContainText('now pick a second state');
  await compare.state(1, 3).click();
  await expect(page).toHaveURL(new RegExp(`at=${rollouts.right}%3A3%2C${rollouts.elsewhere}%3A3`));
  await expect(compare.changes).toContainText('transfers');
  await expect(compare.changes).toContainText('to_branch_id');
  await page.reload();
  await expect(compare.changes).toContainText('to_branch_id');
  await page.getByText('By state').click();
  await expect(page).toHaveURL(/by=state/);
  await page.getByRole('main').focus();
  await page.keyboard.press('Escape');
  await expect(compare.difference).toBeHidden();
});

test('the same state of two equal runs has no difference, and a shared beginning is folded', async ({
  page,
  compare,
  rollouts,
}) => {
  const [first = '', second = ''] = rollouts.group;
  await compare.goto([first, second]);
  await expect(page.getByText('The runs never part: all steps are the same.')).toBeVisible();
  const fold = page.getByRole('button', {
    name: /^= ?5 steps are the same in all runs|5 steps are the same/,
  });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await compare.state(0, 2).click();
  await compare.state(1, 2).click();
  await expect(page.getByText('Both states have the same rows')).toBeVisible();
  // Walked by keys alone.
  await compare.grid.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(compare.grid.locator('[data-col="1"]:focus')).toBeVisible();
});

test('a group is a tree of states that is walked by keys, down to the rows and the runs', async ({
  page,
  compare,
  rollouts,
}) => {
  await compare.goto(rollouts.group, '&view=group');
  const nodes = compare.tree.getByRole('treeitem');
  await expect(nodes).toHaveCount(3);
  await expect(nodes.first()).toContainText('seed');
  await expect(nodes.nth(1)).toContainText('4 runs');
  await expect(nodes.nth(1)).toContainText('4/4');
  await expect(nodes.nth(2)).toContainText('2 runs');
  await nodes.first().click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(nodes.nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/node=/);
  await expect(compare.node).toContainText('transfers');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(nodes).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(nodes).toHaveCount(3);
  await nodes.nth(1).click();
  await compare.node.getByRole('tab', { name: /^Runs/ }).click();
  const boxes = compare.node.getByRole('checkbox');
  await expect(boxes).toHaveCount(4);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await compare.node.getByRole('link', { name: 'Compare these 2' }).click();
  await expect(compare.grid).toBeVisible();
});

test('runs to compare are found by their filter', async ({ page, compare, rollouts }) => {
  await page.goto('/web/compare');
  await page.getByRole('searchbox', { name: 'Search runs' }).fill(`group:${rollouts.groupName}`);
  const boxes = page.getByRole('list', { name: 'Runs' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(6);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Compare these 2' }).click();
  await expect(compare.grid).toBeVisible();
  await expect(compare.grid.getByRole('columnheader')).toHaveCount(2);
});
