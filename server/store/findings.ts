import { z } from 'zod';
import type { Catalog } from './catalog.ts';

/** Version 1 was the bare list; it lacks the number of tools. */
const kept = z.union([
  z.object({ version: z.literal(2), tools: z.int().nonnegative(), findings: z.array(z.unknown()) }),
  z.array(z.unknown()).transform((findings) => ({ tools: null, findings })),
]);

/** What `data check` found of a scenario, kept by its hash, so that a changed scenario is unchecked again. */
export function readFindings(catalog: Catalog, scenarioHash: string) {
  const row = catalog.get(
    catalog.query.selectFrom('findings').selectAll().where('scenario_hash', '=', scenarioHash),
  );
  if (row === undefined) return undefined;
  const { tools, findings } = kept.parse(JSON.parse(row.findings));
  return { checkedAtMs: row.checked_at, tools, findings };
}

export function writeFindings(
  catalog: Catalog,
  scenarioHash: string,
  scenario: string,
  checked: { readonly tools: number; readonly findings: readonly unknown[] },
): void {
  const text = JSON.stringify({ version: 2, tools: checked.tools, findings: checked.findings });
  const values = { scenario, checked_at: Date.now(), findings: text };
  catalog.run(
    catalog.query
      .insertInto('findings')
      .values({ scenario_hash: scenarioHash, ...values })
      .onConflict((conflict) => conflict.column('scenario_hash').doUpdateSet(values)),
  );
}
