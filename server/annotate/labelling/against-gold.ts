import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';

/** Where a label says something else than the known answer, row by row. */
export interface GoldDifference {
  /** `outcome`, `firstError`, `step:6`, `tags`, `field:ID`, `preference`. */
  readonly row: string;
  readonly yours: string;
  readonly gold: string;
}

/** Only what the gold says is compared; confidence and rationale have no right answer. None: the label is right. */
export function againstGold(yours: LabelDoc, gold: LabelDoc): GoldDifference[] {
  const rows: [row: string, yours: string, gold: string][] = [];
  if (gold.outcome !== null) rows.push(['outcome', yours.outcome ?? '', gold.outcome]);
  if (gold.preference !== null) rows.push(['preference', yours.preference ?? '', gold.preference]);
  if (gold.firstError !== null)
    rows.push(['firstError', errorText(yours.firstError), errorText(gold.firstError)]);
  for (const [seq, mark] of Object.entries(gold.steps))
    rows.push([`step:${seq}`, markText(yours.steps[seq]?.value), markText(mark.value)]);
  if (gold.tags.length > 0) rows.push(['tags', tagText(yours), tagText(gold)]);
  for (const [id, value] of Object.entries(gold.fields)) {
    if (value !== null) rows.push([`field:${id}`, fieldText(yours.fields[id] ?? null), fieldText(value)]);
  }
  return rows.filter(([, a, b]) => a !== b).map(([row, a, b]) => ({ row, yours: a, gold: b }));
}

function errorText(error: LabelDoc['firstError']): string {
  if (error === null) return '';
  return error === 'none' ? 'none' : String(error.seq);
}

function markText(value: -1 | 0 | 1 | undefined): string {
  return value === undefined ? '' : String(value);
}

function tagText({ tags }: LabelDoc): string {
  return tags
    .map(({ value }) => value)
    .sort()
    .join(', ');
}

function fieldText(value: LabelDoc['fields'][string]): string {
  return Array.isArray(value) ? [...value].sort().join(', ') : String(value ?? '');
}
