import { z } from 'zod';
import type { Catalog } from './catalog.ts';

const list = z.array(z.unknown());

/** What `data check` found of a scenario, kept by its hash, so that a changed scenario is unchecked again. */
export function readFindings(catalog: Catalog, scenarioHash: string) {
  const row = catalog.get(
    catalog.query.selectFrom('findings').selectAll().where('scenario_hash', '=', scenarioHash),
  );
  return row && { checkedAtMs: row.checked_at, findings: list.parse(JSON.parse(row.findings)) };
}

export function writeFindings(
  catalog: Catalog,
  scenarioHash: string,
  scenario: string,
  findings: readonly unknown[],
): void {
  const values = { scenario, checked_at: Date.now(), findings: JSON.stringify(findings) };
  catalog.run(
    catalog.query
      .insertInto('findings')
      .values({ scenario_hash: scenarioHash, ...values })
      .onConflict((conflict) => conflict.column('scenario_hash').doUpdateSet(values)),
  );
}
