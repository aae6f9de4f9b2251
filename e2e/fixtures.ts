import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'playwright/test';
import { writeTrainingPack } from '../bench/training/pack.ts';
import { playTraining, type Played } from '../bench/training/play.ts';
import type { TrainingPlan } from '../bench/training/rollouts.ts';
import { PROJECT_DIR } from '../server/config.ts';
import { startServerProcess, type ServerProcess } from '../server/testing/server-process.ts';
import { ScenarioPage } from './pages/scenario-page.ts';
import { ScenariosPage } from './pages/scenarios-page.ts';
import { SessionPage } from './pages/session-page.ts';
import { createShopPack } from './shop-pack.ts';

interface TestFixtures {
  readonly scenarios: ScenariosPage;
  readonly scenario: ScenarioPage;
  readonly session: SessionPage;
}

interface WorkerFixtures {
  /** The real server with the starter pack, one a worker. */
  readonly studio: ServerProcess;
  /** Another that has the scenario `shop` too. */
  readonly shop: ServerProcess;
}

/** @throws Error where the pages were not built */
export async function startStudio(
  flags: readonly string[] = [],
  packs: readonly string[] = [],
): Promise<ServerProcess> {
  if (!existsSync(join(PROJECT_DIR, '.next', 'BUILD_ID'))) {
    throw new Error('The pages are not built: run bin/test, or `npx next build` first.');
  }
  return startServerProcess({ packs, flags: ['--ui', ...flags] });
}

export interface Trained {
  readonly studio: ServerProcess;
  readonly played: readonly Played[];
}

/** A server of its own on which the planted training run was played. */
export async function withTraining(
  plan: TrainingPlan & { readonly experiment: string },
  use: (trained: Trained) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'awm-trained-'));
  try {
    const pack = await writeTrainingPack(dir);
    await using studio = await startStudio([], [pack]);
    await use({ studio, played: await playTraining(studio.httpUrl, plan) });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  studio: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      await use(studio);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shop: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using pack = await createShopPack();
      await using studio = await startStudio([], [pack.dir]);
      await use(studio);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ studio }, use) => use(studio.httpUrl),
  scenarios: async ({ page }, use) => use(new ScenariosPage(page)),
  scenario: async ({ page }, use) => use(new ScenarioPage(page)),
  session: async ({ page }, use) => use(new SessionPage(page)),
});

export { expect } from 'playwright/test';
