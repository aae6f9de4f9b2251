import { join } from 'node:path';
import type { Config } from './config.ts';
import { HUB_ENDPOINT, type Dataset } from './dataset/index.ts';

interface ExportsOf {
  /** Of the code verifier that a task has today; null: it has none that can be read. */
  readonly verifierHash: (scenario: string, taskIdx: number) => Promise<string | null>;
  /** Where files of exports are kept. */
  readonly dir: string;
  /** Of the Hub's site. */
  readonly hubUrl: string;
}

/** What exports take of a studio's settings and scenarios, whether it serves or a command opens its home. */
export function exportsOf(
  { homeDir, hubEndpoint }: Pick<Config, 'homeDir' | 'hubEndpoint'>,
  dataset: Pick<Dataset, 'verifier'>,
): ExportsOf {
  return {
    verifierHash: async (scenario, taskIdx) =>
      (await dataset.verifier(scenario, taskIdx, 'code').catch(() => undefined))?.hash ?? null,
    dir: join(homeDir, 'exports'),
    hubUrl: hubEndpoint === '' ? HUB_ENDPOINT : hubEndpoint,
  };
}
