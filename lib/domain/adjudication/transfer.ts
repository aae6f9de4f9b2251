import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';
import { labelRows } from './rows.ts';
import { EMPTY_LABEL } from '../labels/index.ts';
import type { Choice } from './settle.ts';

/**
 * What a decision says of another item of its group: the outcome, as the label that gave it there or as an own one, which fills
 * the rest. Steps and first errors are another run's and are not carried over. Where outcomes do not differ there, tags and answers
 * are taken as far as some label gave the same.
 */
export function transferDecision(
  decided: LabelDoc,
  docs: readonly LabelDoc[],
  schema: LabelSchemaDoc,
): { readonly choices: Readonly<Record<string, Choice>>; readonly own: LabelDoc } {
  const choices: Record<string, Choice> = {};
  let own = EMPTY_LABEL;
  const compared = labelRows([decided, ...docs], schema);
  for (const row of labelRows(docs, schema)) {
    if (!row.differs || row.kind === 'step' || row.kind === 'firstError') continue;
    const wanted = compared.find(({ id }) => id === row.id)?.said[0] ?? null;
    if (wanted === null) continue;
    const same = row.said.indexOf(wanted);
    if (same !== -1) choices[row.id] = same;
    else if (row.kind === 'outcome' && schema.outcomes.some(({ value }) => value === wanted)) {
      choices[row.id] = 'own';
      own = { ...own, outcome: wanted };
    }
  }
  return { choices, own };
}
