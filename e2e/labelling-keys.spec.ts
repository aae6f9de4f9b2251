import type { Page } from 'playwright/test';
import type { LabelDoc } from '../lib/contracts/annotation/label-doc.ts';
import type { Assignment } from '../lib/contracts/annotation/labelling.ts';
import { evidenceOf, watchEvidence } from './evidence-watch.ts';
import { expect, test } from './fixtures.ts';
import { LABEL_SHAPES, type LabelShape } from './label-shapes.ts';
import { annotationGet, makeLabelQueue, playGold, queueItems } from './labelling-queue.ts';
import { LabellingPage } from './pages/labelling-page.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';
import { playStarterRuns } from './starter-runs.ts';
import { tabTo } from './tab-to.ts';

/** What an item may take, by the calls of its agent. The final answer is marked too and has no action of its own. */
const LIMITS = [
  { calls: 8, actions: 13 },
  { calls: 15, actions: 20 },
] as const;
const PERSON = 'ann';

interface Labelled {
  readonly assignment: string;
  readonly calls: number;
  readonly wrote: boolean;
  readonly inherited: number;
  readonly shape: string;
  readonly actions: number;
  readonly wanted: Partial<LabelDoc>;
}

/** What the page shows, as its annotator may ask for it. */
function itemOn(page: Page, studioUrl: string): Promise<Assignment> {
  const id = new URL(page.url()).searchParams.get('item') ?? '';
  return annotationGet(studioUrl, `assignments/${id}`, PERSON);
}

function seqsOf({ run }: Assignment): readonly number[] {
  return run.steps.filter(({ labelled }) => labelled).map(({ seq }) => seq);
}

function labelBy(shape: LabelShape, item: Assignment, taken: LabelDoc['steps']): Partial<LabelDoc> {
  const seqs = seqsOf(item);
  const open = seqs.filter((seq) => taken[String(seq)] === undefined);
  const marked = open.map((seq, at) => [String(seq), shape.mark(at, open.length)] as const);
  const steps = { ...taken, ...Object.fromEntries(marked) };
  const wrong = seqs.find((seq) => steps[String(seq)]?.value === -1);
  switch (shape.firstError) {
    case 'none':
      return { ...shape.label, steps, firstError: 'none' };
    case 'chosen at the first step':
      return { ...shape.label, steps, firstError: { seq: item.run.steps[0]?.seq ?? 0, proposed: false } };
    case 'proposed from the marks':
      return {
        ...shape.label,
        steps,
        firstError: wrong === undefined ? null : { seq: wrong, proposed: true },
      };
  }
}

/** Labels the item on the page in one of the ways. `before`: what was said of the item before it. */
async function labelByKeys(
  labelling: LabellingPage,
  item: Assignment,
  shape: LabelShape,
  before: Partial<LabelDoc>,
): Promise<Labelled> {
  const { page } = labelling;
  labelling.actions = 0;
  const same = item.shared?.steps ?? 0;
  const taken = Object.fromEntries(
    Object.entries(before.steps ?? {})
      .filter(([seq]) => Number(seq) <= same && seqsOf(item).includes(Number(seq)))
      .map(([seq, { value }]) => [seq, { value, by: 'inherited' as const }]),
  );
  const inherited = Object.keys(taken).length;
  if (inherited > 0) await labelling.press('i');
  const open = seqsOf(item).length - inherited;
  await expect(page.getByText(`! ${String(open)} step${open === 1 ? '' : 's'} open`)).toBeVisible();
  for (const key of shape.keys(open)) {
    if (typeof key === 'string') await labelling.press(key);
    else await labelling.type(key.text);
  }
  await labelling.submit();
  const { calls, wrote } = {
    calls: item.run.steps.filter(({ kind }) => kind === 'call_tool').length,
    wrote: item.run.steps.some((step) => step.wrote),
  };
  return {
    assignment: item.id,
    calls,
    wrote,
    inherited,
    shape: shape.name,
    actions: labelling.actions,
    wanted: labelBy(shape, item, taken),
  };
}

test('50 starter runs are labelled by keys alone, within their actions, and the evidence does not move once', async ({
  page,
  studio,
}) => {
  test.setTimeout(300_000);
  const runs = await playStarterRuns(studio.httpUrl);
  await makeLabelQueue(studio.httpUrl, 'Starter runs', { runs });
  const labelling = new LabellingPage(page);
  await signAs(page, PERSON);
  await watchEvidence(page);
  await page.goto('/web/annotate');
  await expect(page.getByRole('link', { name: 'Starter runs', exact: true })).toBeVisible();
  await tabTo(page, 'Starter runs');
  await page.keyboard.press('Enter');

  const labelled: Labelled[] = [];
  /** How many items of a length were labelled: each length is labelled in each way. */
  const ofLength = new Map<number, number>();
  for (let index = 1; index <= runs.length; index += 1) {
    await labelling.ready(index);
    const item = await itemOn(page, studio.httpUrl);
    const length = item.run.steps.length;
    const nth = ofLength.get(length) ?? 0;
    ofLength.set(length, nth + 1);
    const shape = LABEL_SHAPES[nth % LABEL_SHAPES.length];
    if (shape === undefined) throw new Error('There is no way to label');
    labelled.push(await labelByKeys(labelling, item, shape, labelled.at(-1)?.wanted ?? {}));
  }
  await expect(page.getByText('Nothing left to label')).toBeVisible();

  for (const { assignment, wanted, shape } of labelled) {
    const { versions } = await annotationGet<Assignment>(studio.httpUrl, `assignments/${assignment}`, PERSON);
    expect.soft(versions.at(-1)?.doc, shape).toMatchObject(wanted);
  }
  for (const { calls, actions } of LIMITS) {
    const ofThese = labelled.filter((one) => one.calls <= calls);
    expect(ofThese.filter((one) => one.actions > actions)).toEqual([]);
    // Each way to label was measured at its longest.
    const longest = ofThese.filter((one) => one.calls === calls);
    expect(new Set(longest.map(({ shape }) => shape)).size).toBe(LABEL_SHAPES.length);
  }
  expect(labelled.every(({ calls }) => calls <= 15)).toBe(true);
  expect(labelled.some(({ wrote }) => wrote) && labelled.some(({ wrote }) => !wrote)).toBe(true);
  expect(labelled.some(({ inherited }) => inherited > 0)).toBe(true);

  const { shifts, moves, places, frames } = await evidenceOf(page);
  expect(frames).toBeGreaterThan(runs.length);
  expect({ shifts, moves }).toEqual({ shifts: [], moves: [] });
  // In one place, however long the task above it is.
  expect(places).toHaveLength(1);

  // The watch sees what it is to see: a line more above the panel, and one within it.
  await labelling.openSubmitted(1);
  await page.locator('[data-evidence] h2').first().waitFor();
  await page.evaluate(() => document.querySelector('[data-evidence]')?.before(document.createElement('hr')));
  await page.evaluate(() => document.querySelector('[data-evidence] h2')?.before('One line more'));
  await expect.poll(async () => (await evidenceOf(page)).moves).not.toEqual([]);
  await expect.poll(async () => (await evidenceOf(page)).shifts).not.toEqual([]);
  expect((await evidenceOf(page)).places.length).toBeGreaterThan(1);
});

test('a step is sent to a fix queue by its key and by its button, before the label is submitted and after', async ({
  page,
  studio,
}) => {
  const { httpUrl } = studio;
  const run = await playGold(httpUrl, 'city_library', 4);
  const queue = await makeLabelQueue(httpUrl, 'To be mended', { runs: [run] });
  const fixes = await makeLabelQueue(httpUrl, 'Mending', { kind: 'fix' });
  const labelling = new LabellingPage(page);
  const dialog = page.getByRole('dialog', { name: 'Send to a fix queue' });
  await labelling.open(queue, PERSON);
  await labelling.ready(1);
  const send = async (note: string): Promise<void> => {
    await expect(dialog).toBeVisible();
    await dialog
      .getByRole('combobox')
      .or(dialog.getByRole('button', { name: /^Queue/ }))
      .first()
      .waitFor();
    await dialog.getByRole('textbox').fill(note);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toBeHidden();
  };
  await labelling.press('z');
  await send('By key, before.');
  await labelling.press('j');
  await labelling.toFix.click();
  await send('By button, before.');
  await labelling.press('1');
  await labelling.submit();
  await expect(page.getByText('Nothing left to label')).toBeVisible();
  await labelling.openSubmitted(1);
  await labelling.press('j', 'j', 'z');
  await send('By key, after.');
  await labelling.press('j');
  await labelling.toFix.click();
  await send('By button, after.');
  expect(await queueItems(httpUrl, fixes)).toHaveLength(4);
  // What has only a key is in the palette too.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(':unmarked steps +1');
  await expect(page.getByRole('option', { name: 'Mark all unmarked steps +1' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(labelling.steps.locator('[data-by=bulk]').first()).toBeVisible();
});

test('after the key of the confidence a digit is the confidence’s, as the page shows; any other key gives the digits back', async ({
  page,
  studio,
}) => {
  const run = await playGold(studio.httpUrl, 'city_library', 4);
  const queue = await makeLabelQueue(studio.httpUrl, 'Sure or not', { runs: [run] });
  const labelling = new LabellingPage(page);
  const { form, current, said } = labelling;
  const level = (name: string) => form.getByRole('radio', { name, exact: true });
  const caps = form.locator('[data-confidence] kbd');
  const outcomeCap = form.locator('[data-form-row=outcome] kbd').first();
  await labelling.open(queue, PERSON);
  await labelling.ready(1);
  await expect(form.getByText('again, or then 1–3')).toBeVisible();
  await expect(caps.first()).toBeHidden();

  await labelling.press('c');
  await expect(level('High')).toBeChecked();
  await expect(form.locator('[data-confidence]')).toBeFocused();
  await expect(caps).toHaveText(['1', '2', '3']);
  await expect(caps.first()).toBeVisible();
  await expect(outcomeCap).toBeHidden();
  await page.screenshot({ path: test.info().outputPath('confidence.png') });
  await labelling.press('2');
  await expect(level('Medium')).toBeChecked();
  await expect(labelling.outcome('Incomplete')).not.toBeChecked();
  // One digit: the next one is the outcome's again.
  await expect(caps.first()).toBeHidden();
  await expect(outcomeCap).toBeVisible();
  await labelling.press('2');
  await expect(labelling.outcome('Incomplete')).toBeChecked();
  await expect(level('Medium')).toBeChecked();

  // Pressed again it goes on, and a digit that no level has does nothing but say so.
  await labelling.press('c', 'c');
  await expect(level('High')).toBeChecked();
  await labelling.press('9');
  await expect(said).toContainText('No confidence has the number 9');
  await expect(labelling.outcome('Incomplete')).toBeChecked();

  // Any other key does what it always does, and the digit after it too.
  for (const [key, step] of [
    ['j', '2'],
    ['ArrowDown', '3'],
    ['f', '4'],
  ] as const) {
    await labelling.press('c', key);
    await expect(current).toHaveAttribute('aria-posinset', step);
    await expect(form.locator('[data-confidence]')).not.toBeFocused();
  }
  await labelling.press('c', 'Escape', '1');
  await expect(labelling.outcome('Complete')).toBeChecked();
  await labelling.press('c', 't', 'm', '2');
  await expect(labelling.outcome('Incomplete')).toBeChecked();
  await expect(form.getByRole('button', { name: /^m?\s*Missed constraint/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // What is not in sight comes into sight: behind the guide, and on a narrow screen.
  await labelling.press('h');
  await expect(page.locator('[data-guide=all]')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).blur();
  await labelling.press('c');
  await expect(form.locator('[data-confidence]')).toBeFocused();
  await labelling.press('1');
  await expect(level('Low')).toBeChecked();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: /^Steps/ })).toBeVisible();
  await page.getByRole('tab', { name: /^Steps/ }).click();
  await expect(form.locator('[data-confidence]')).toBeHidden();
  await labelling.press('c');
  await expect(form.locator('[data-confidence]')).toBeFocused();
  await labelling.press('2');
  await expect(level('Medium')).toBeChecked();
  await expect(labelling.outcome('Incomplete')).toBeChecked();
  expect(await labelling.shifts()).toEqual([]);
});

/** What of the keys of a page is not all to be read. */
function cutKeys(page: Page): Promise<readonly string[]> {
  return page.getByRole('dialog', { name: 'Keys on this page' }).evaluate((sheet) => {
    const list = sheet.querySelector('[data-keys]');
    const rows = [...sheet.querySelectorAll<HTMLElement>('dt, dd, kbd, button, a')];
    return rows.flatMap((row) => {
      row.scrollIntoView({ block: 'nearest' });
      const box = row.getBoundingClientRect();
      const within = (list?.contains(row) ? list : sheet).getBoundingClientRect();
      // Where it is scrolled to is rounded.
      const outside = [
        within.left - box.left,
        box.right - within.right,
        within.top - box.top,
        box.bottom - within.bottom,
        within.bottom - window.innerHeight,
        row.scrollWidth - row.clientWidth,
      ];
      const seen = box.width > 0 && Math.max(...outside) <= 1;
      return seen || getComputedStyle(row).display === 'inline' ? [] : [row.textContent];
    });
  });
}

test('every key of the screen can be read in its sheet and no key is cut in the line of keys, at any width', async ({
  page,
  studio,
}) => {
  const run = await playGold(studio.httpUrl, 'city_library', 4);
  const queue = await makeLabelQueue(studio.httpUrl, 'All its keys', { runs: [run] });
  const labelling = new LabellingPage(page);
  await labelling.open(queue, PERSON);
  const sheet = page.getByRole('dialog', { name: 'Keys on this page' });
  for (const [width, height] of [
    [1360, 800],
    [1280, 720],
    [1080, 600],
    [390, 844],
    [390, 600],
  ] as const) {
    const where = `${String(width)} × ${String(height)}`;
    await page.setViewportSize({ width, height });
    await labelling.ready(1);
    if (width >= 1080) {
      const bar = page.locator('footer[aria-label=Keys]');
      await expect(bar.getByText('help')).toBeInViewport({ ratio: 1 });
      const caps = await bar.evaluate((line) => {
        const { right, bottom } = line.getBoundingClientRect();
        const boxes = [...line.querySelectorAll('kbd')].map((cap) => cap.getBoundingClientRect());
        return boxes.filter((box) => box.top < bottom && (box.right > right || box.bottom > bottom)).length;
      });
      expect(caps, where).toBe(0);
    }
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible();
    await expect(sheet.getByText('Confidence: again, or its digit')).toBeAttached();
    expect(await cutKeys(page), where).toEqual([]);
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    await looksRight(page);
    await page.screenshot({ path: test.info().outputPath(`keys-${String(width)}-${String(height)}.png`) });
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }
});
