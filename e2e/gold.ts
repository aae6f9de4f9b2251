import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_DIR } from '../server/config.ts';

/** The starter pack's scenarios. */
export const STARTER_SCENARIOS = [
  'city_library',
  'clinic_scheduling',
  'event_ticketing',
  'household_budget',
  'support_helpdesk',
  'warehouse_inventory',
] as const;

const goldSchema = z.object({
  gold: z.object({
    calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })),
    final_answer: z.string().nullable(),
  }),
});

/** How a task of the starter pack is solved. */
export function goldOf(scenario: string, taskIdx: number) {
  const path = join(PROJECT_DIR, 'scenarios', scenario, 'tasks', String(taskIdx), 'gold.json');
  return goldSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).gold;
}
