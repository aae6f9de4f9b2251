import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';

/** A row of two labels of one run that is not the same in both. Values are as they stand in the labels; '' for nothing. */
export interface DifferingRow {
  readonly row:
    | 'outcome'
    | 'firstError'
    | 'tags'
    | 'confidence'
    | 'rationale'
    | 'flagged'
    | 'preference'
    | `step:${string}`
    | `field:${string}`;
  readonly a: string;
  readonly b: string;
}

export function differingRows(a: LabelDoc, b: LabelDoc): readonly DifferingRow[] {
  const rows = rowTexts(a);
  const others = rowTexts(b);
  const names = new Set([...rows.keys(), ...others.keys()]);
  return [...names].flatMap((row) => {
    const [ours = '', theirs = ''] = [rows.get(row), others.get(row)];
    return ours === theirs ? [] : [{ row, a: ours, b: theirs }];
  });
}

export function sameLabel(a: LabelDoc, b: LabelDoc): boolean {
  return a === b || differingRows(a, b).length === 0;
}

function rowTexts(doc: LabelDoc): ReadonlyMap<DifferingRow['row'], string> {
  const texts = new Map<DifferingRow['row'], string>();
  texts.set('preference', doc.preference ?? '');
  texts.set('outcome', doc.outcome ?? '');
  texts.set('firstError', firstErrorText(doc.firstError));
  for (const [seq, mark] of Object.entries(doc.steps).sort(([x], [y]) => Number(x) - Number(y))) {
    texts.set(
      `step:${seq}`,
      `${mark.value > 0 ? '+' : ''}${String(mark.value)}${mark.by === 'own' ? '' : ` (${mark.by})`}`,
    );
  }
  texts.set(
    'tags',
    doc.tags.map(({ value, severity }) => (severity === null ? value : `${value} (${severity})`)).join(', '),
  );
  texts.set('confidence', doc.confidence ?? '');
  texts.set('rationale', doc.rationale);
  for (const [id, value] of Object.entries(doc.fields)) {
    texts.set(`field:${id}`, Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  }
  texts.set('flagged', doc.flagged ? '✓' : '');
  return texts;
}

function firstErrorText(firstError: LabelDoc['firstError']): string {
  if (firstError === null || firstError === 'none') return firstError ?? '';
  return String(firstError.seq) + (firstError.proposed ? ' ?' : '');
}
