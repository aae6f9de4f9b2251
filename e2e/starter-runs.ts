import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_DIR } from '../server/config.ts';
import { playAgentRun } from './agent-runs.ts';
import { goldOf, STARTER_SCENARIOS } from './gold.ts';

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A run as an agent would have left it. */
interface Planned {
  readonly scenario: string;
  readonly taskIdx: number;
  readonly calls: readonly Call[];
  readonly finalAnswer: string | null;
}

const nearMissSchema = z.object({
  near_misses: z
    .array(
      z.object({
        calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })),
        final_answer: z.string().nullish(),
      }),
    )
    .min(1),
});

function nearMissOf(scenario: string, taskIdx: number): Planned {
  const path = join(PROJECT_DIR, 'scenarios', scenario, 'tasks', String(taskIdx), 'gold.json');
  const [miss] = nearMissSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).near_misses;
  if (miss === undefined) throw new Error(`${path} has no near miss`);
  return { scenario, taskIdx, calls: miss.calls, finalAnswer: miss.final_answer ?? null };
}

/** Solves the task; where it is to be longer, its first look is taken again and again before. */
function solved(scenario: string, taskIdx: number, length = 0): Planned {
  const { calls, final_answer: finalAnswer } = goldOf(scenario, taskIdx);
  const looks = calls.slice(0, 1);
  const again = Array.from({ length: Math.max(0, length - calls.length) }, () => looks).flat();
  return { scenario, taskIdx, calls: [...again, ...calls], finalAnswer };
}

/** Looks, and says that all is done. */
function gaveUp(scenario: string, taskIdx: number): Planned {
  const [look] = goldOf(scenario, taskIdx).calls;
  return { scenario, taskIdx, calls: look === undefined ? [] : [look], finalAnswer: 'It is done.' };
}

/**
 * 50 runs over all scenarios of the starter pack: 30 that pass (of each scenario one of 8 calls and one of 15), 18 that miss by one
 * write or by their answer, and two that only looked. Runs of one task follow each other, some with the same first steps.
 */
export const STARTER_RUNS: readonly Planned[] = [
  ...STARTER_SCENARIOS.flatMap((scenario) => [
    solved(scenario, 0),
    nearMissOf(scenario, 0),
    solved(scenario, 1),
    nearMissOf(scenario, 1),
    solved(scenario, 2, 8),
    solved(scenario, 3, 15),
    solved(scenario, 4),
    nearMissOf(scenario, 5),
  ]),
  gaveUp('city_library', 6),
  gaveUp('warehouse_inventory', 6),
];

/** Plays them one after another; their ids, in this order. */
export async function playStarterRuns(studioUrl: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { scenario, taskIdx, calls, finalAnswer } of STARTER_RUNS) {
    ids.push(
      await playAgentRun(studioUrl, {
        scenario,
        taskIdx,
        calls: calls.map((call) => ({ ...call, message: `Now ${call.tool.replaceAll('_', ' ')}.` })),
        ...(finalAnswer !== null && { finalAnswer }),
      }),
    );
  }
  return ids;
}
