/**
 * Takes the pictures of docs/screens: `node e2e/take-pictures.ts`, after `npx next build`; with names, of those screens only. Each screen in the light and the dark theme and
 * at 390 px; its own server, home and browser.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { PROJECT_DIR } from '../server/config.ts';
import { labelTraining } from '../bench/training/label.ts';
import { chromiumPath } from './environment.ts';
import { startStudio } from './fixtures.ts';
import { goldOf } from './gold.ts';
import { openSession, play } from './rest.ts';
import { HACKED_TASK, TRAINING_SCENARIO, trainAndLook, writeTrainingPack } from './training-run.ts';

const DIR = join(PROJECT_DIR, 'docs', 'screens');
const SETTLE_MS = 15_000;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Something that stands there when the screen is complete. */
  readonly ready: (page: Page) => Promise<void>;
}

const LOOKS = [
  { suffix: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { suffix: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { suffix: 'narrow', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const;

const text = (wanted: string | RegExp) => async (page: Page) => {
  await page.getByText(wanted).filter({ visible: true }).first().waitFor({ timeout: SETTLE_MS });
};

/** Opening the page takes nothing; in the second look it is in hand. */
async function begun(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Begin|Go on)/ }).click();
  await text('order drawn at random')(page);
}

async function pressed(page: Page, keys: string, typed: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press(keys);
  if (typed !== '') await page.keyboard.type(typed);
  await page.getByRole('dialog').waitFor();
}

async function screensOf(studioUrl: string): Promise<readonly Screen[]> {
  const scenario = 'warehouse_inventory';
  const id = await openSession(studioUrl, scenario, 0);
  await play(studioUrl, id, goldOf(scenario, 0).calls);
  await play(studioUrl, id, [
    { tool: 'get_bin', arguments: { bin_code: 'NOWHERE' } },
    { tool: 'verify', arguments: { verifier_mode: 'code' } },
  ]);
  const session = `/web/sessions/${id}`;
  const sql = encodeURIComponent(
    'SELECT now.bin_code, now.sku, was.quantity AS was, now.quantity AS now\nFROM stock now LEFT JOIN initial.stock was USING (bin_code, sku)\nWHERE was.quantity IS NOT now.quantity',
  );
  return [
    { name: 'scenarios', path: '/web/', ready: text(scenario) },
    { name: 'scenario', path: `/web/scenarios/${scenario}`, ready: text(/A shelf in bin/) },
    { name: 'scenario-tools', path: `/web/scenarios/${scenario}?tab=tools`, ready: text('move_stock') },
    { name: 'scenario-schema', path: `/web/scenarios/${scenario}?tab=schema`, ready: text(/foreign keys/) },
    { name: 'session', path: `${session}?tool=move_stock&step=4`, ready: text(/tables untouched/) },
    { name: 'session-observation', path: `${session}?step=2&tab=observation`, ready: text('max_units') },
    { name: 'session-error', path: `${session}?step=7&tab=observation`, ready: text(/first match wins/i) },
    { name: 'session-tables', path: `${session}?step=5&tab=tables&table=stock`, ready: text('RTM-A-05') },
    { name: 'session-sql', path: `${session}?step=6&tab=sql&sql=${sql}`, ready: text(/rows · /) },
    {
      name: 'session-source',
      path: `${session}?step=6&tab=source`,
      ready: text(/def\sblock_bin|block_bin\(/),
    },
    { name: 'session-verify', path: `${session}?step=6&tab=verify`, ready: text('Verdict at step 6') },
    { name: 'sessions', path: '/web/sessions', ready: text(scenario) },
    { name: 'settings', path: '/web/settings', ready: text(/landlock/i) },
    { name: 'palette', path: session, ready: (page) => pressed(page, 'Control+k', 'stock') },
    { name: 'keys', path: session, ready: (page) => pressed(page, '?', '') },
  ];
}

/** The screens over what a training run left behind. */
async function trainedScreens(studioUrl: string): Promise<readonly Screen[]> {
  const { honest, elsewhere, failed, group } = await trainAndLook(studioUrl);
  const task = String(HACKED_TASK);
  return [
    { name: 'runs', path: `/web/runs?q=pass+suspicious&peek=${elsewhere}`, ready: text('Suspicions') },
    { name: 'run', path: `/web/runs/${elsewhere}?step=3`, ready: text('send_transfer') },
    { name: 'run-people', path: `/web/runs/${elsewhere}?step=3&side=people`, ready: text('How did it end?') },
    {
      name: 'compare',
      path: `/web/compare?ids=${honest},${elsewhere},${failed}`,
      ready: text('Here they part'),
    },
    { name: 'group', path: `/web/compare?selection=${group}&view=group`, ready: text(/runs/) },
    {
      name: 'outcomes',
      path: `/web/scenarios/${TRAINING_SCENARIO}?tab=outcomes&task=${task}`,
      ready: text('reference'),
    },
    {
      name: 'tasks',
      path: `/web/tasks?q=scenario:${TRAINING_SCENARIO}&sel=${TRAINING_SCENARIO}%2F${task}&peek=1`,
      ready: text('reference'),
    },
    { name: 'verifiers', path: '/web/verifiers', ready: text(TRAINING_SCENARIO) },
    {
      name: 'workbench',
      path: `/web/verifiers/${TRAINING_SCENARIO}/${task}?mode=code&run=${elsewhere}`,
      ready: text('Changed from start to end'),
    },
    { name: 'audits', path: '/web/audits', ready: text('trusts the answer') },
  ];
}

/** The screens over what three invented people said of its runs. */
async function annotatedScreens(studioUrl: string): Promise<readonly Screen[]> {
  const { project, open } = await labelTraining(studioUrl, 'grpo-1', 40);
  const at = `/web/annotate/projects/${project}`;
  return [
    { name: 'annotate', path: '/web/annotate', ready: text('My queues') },
    { name: 'queues', path: at, ready: text('Overlap 2') },
    { name: 'label-schema', path: `${at}/schema`, ready: text('As the annotator sees it; try it') },
    { name: 'guidelines', path: `${at}/guidelines`, ready: text('Judge by the rows') },
    { name: 'progress', path: `${at}/progress`, ready: text('Cleo') },
    { name: 'agreement', path: `${at}/agreement`, ready: text('In dispute') },
    { name: 'grading', path: `${at}/grading`, ready: text('False passes') },
    { name: 'pairs', path: `${at}/pairs`, ready: text('Pair sets') },
    { name: 'data', path: `${at}/data`, ready: text(/Schema hash/i) },
    // Last: who has something in hand is blind to the rest.
    { name: 'disagreements', path: `${at}/disagreements`, ready: begun },
    { name: 'label', path: `/web/annotate/queues/${open}`, ready: text('Final answer') },
  ];
}

/** Who looks: an annotator, an adjudicator, else the lead. */
function signIn(): void {
  const { pathname } = location;
  const isLabelling = pathname.startsWith('/web/annotate/queues/');
  localStorage.setItem(
    'awm.person',
    isLabelling ? 'Nora' : pathname.endsWith('/disagreements') ? 'Mira' : 'Lena',
  );
}

async function take(browser: Browser, studioUrl: string, screens: readonly Screen[]): Promise<void> {
  for (const { suffix, viewport, colorScheme } of LOOKS) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    await context.addInitScript(signIn);
    const page = await context.newPage();
    for (const { name, path, ready } of screens) {
      await page.goto(`${studioUrl}${path}`);
      await ready(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(DIR, `${name}-${suffix}.png`), animations: 'disabled' });
      process.stdout.write(`${name}-${suffix}\n`);
    }
    await context.close();
  }
}

await mkdir(DIR, { recursive: true });
const wanted = new Set(process.argv.slice(2));
const packDir = await mkdtemp(join(tmpdir(), 'pictures-'));
const executablePath = chromiumPath();
try {
  const pack = await writeTrainingPack(packDir);
  await using studio = await startStudio([], [join(PROJECT_DIR, 'scenarios'), pack]);
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const trained = await trainedScreens(studio.httpUrl);
    const screens = [
      ...(await screensOf(studio.httpUrl)),
      ...trained,
      ...(await annotatedScreens(studio.httpUrl)),
    ];
    await take(
      browser,
      studio.httpUrl,
      screens.filter(({ name }) => wanted.size === 0 || wanted.has(name)),
    );
  } finally {
    await browser.close();
  }
} finally {
  await rm(packDir, { recursive: true, force: true });
}
