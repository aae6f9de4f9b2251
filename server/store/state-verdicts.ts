import type { Catalog } from './catalog.ts';
import type { KeptVerdict, VerdictKey } from './types.ts';

/** The newest so many stay: about 400 bytes each, those that somebody opened a few KB. */
const KEPT = 100_000;
/** Writes between two looks at their number. */
const TRIM_EVERY = 1_000;

/** Which verdict is known for these inputs, of today where the verifier reads the clock. */
export function findVerdict(catalog: Catalog, key: VerdictKey): KeptVerdict | undefined {
  const query = catalog.query
    .selectFrom('state_verdicts')
    .select(['verdict', 'ms', 'detail'])
    .where('verifier_hash', '=', key.verifierHash)
    .where('initial_hash', '=', key.initialHash)
    .where('final_hash', '=', key.finalHash)
    .where('answer', '=', key.answer)
    .where('day', 'in', ['', key.day]);
  const row = catalog.get(query);
  return row === undefined ? undefined : { verdict: row.verdict, ms: row.ms, detailJson: row.detail };
}

/** `readsClock`: it holds for the key's day only. */
export function keepVerdict(
  catalog: Catalog,
  key: VerdictKey,
  { verdict, ms, detailJson }: KeptVerdict,
  readsClock: boolean,
): void {
  const row = {
    verifier_hash: key.verifierHash,
    initial_hash: key.initialHash,
    final_hash: key.finalHash,
    answer: key.answer,
    day: readsClock ? key.day : '',
    verdict,
    ms,
    detail: detailJson,
  };
  const insert = catalog.query
    .insertInto('state_verdicts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['verifier_hash', 'initial_hash', 'final_hash', 'answer', 'day'])
        .doUpdateSet({ verdict, ms, detail: detailJson }),
    )
    .returning('n');
  const n = catalog.get(insert)?.n ?? 0;
  if (n % TRIM_EVERY === 0)
    catalog.run(catalog.query.deleteFrom('state_verdicts').where('n', '<=', n - KEPT));
}
