import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../server/config.ts';
import { plantNamed } from '../server/engine/audits/testing/planted-pack.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { startStudio, test as base } from './fixtures.ts';

/** A scenario whose verifier is content with the untouched database. */
const DEFECT = 'trivial';

export interface Evidence {
  /** Rollouts of city_library's task 4, which part at their third call: the first two right, the last not. */
  readonly rollouts: readonly string[];
}

/** A server of a worker's own whose library has ended runs to look at, and a scenario with a defect, audited. */
export const test = base.extend<object, { readonly studio: ServerProcess; readonly evidence: Evidence }>({
  studio: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      const pack = await mkdtemp(join(tmpdir(), 'planted-'));
      try {
        await plantNamed(pack, [DEFECT]);
        await using studio = await startStudio([], [join(PROJECT_DIR, 'scenarios'), pack]);
        await use(studio);
      } finally {
        await rm(pack, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  evidence: [
    async ({ studio }, use) => {
      const rollouts: string[] = [];
      for (const [sample, branch] of [4, 4, 3].entries()) {
        const run = { experiment: 'grpo-e2e', train_step: sample, group: 'one', sample };
        rollouts.push(
          await playAgentRun(studio.httpUrl, {
            scenario: 'city_library',
            taskIdx: 4,
            calls: [...TRANSFERS.look, TRANSFERS.send(['HIL-00016', 'HIL-00017'], branch)],
            finalAnswer: 'Sent.',
            run,
          }),
        );
      }
      await audit(studio.httpUrl, DEFECT);
      await use({ rollouts });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Audits a scenario and waits for what it finds. */
async function audit(url: string, scenario: string): Promise<void> {
  const response = await fetch(`${url}/api/audits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenarios: [scenario] }),
  });
  if (!response.ok) throw new Error(await response.text());
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const found = (await (await fetch(`${url}/api/audit-findings`)).json()) as { readonly total: number };
    if (found.total > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`the audit of ${scenario} found nothing in time`);
}

export { expect } from './fixtures.ts';
