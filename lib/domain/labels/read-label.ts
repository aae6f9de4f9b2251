import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';

/** One thing that a label says, in words of the schema that it is read with. */
export interface LabelRow {
  /** As in `LabelProblem`; `flagged` besides. */
  readonly row: string;
  /** What a field of the project's own is called; null: a row that every project has. */
  readonly name: string | null;
  /** Of each value: the schema's word, or the value's own name where the schema has none. */
  readonly words: readonly { readonly text: string; readonly known: boolean }[];
}

/** A label as rows, whatever version it was given under: what the schema does not know stands by its name. */
export function readLabel(doc: LabelDoc, schema: LabelSchemaDoc): LabelRow[] {
  const plain = (row: string, text: string): LabelRow => ({
    row,
    name: null,
    words: [{ text, known: true }],
  });
  const { outcome, confidence, firstError, tags, rationale, preference, flagged } = doc;
  return [
    ...(outcome === null ? [] : [{ row: 'outcome', name: null, words: [wordOf(schema.outcomes, outcome)] }]),
    ...Object.entries(doc.steps)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([seq, { value }]) => plain(`step:${seq}`, value > 0 ? '+1' : value < 0 ? '−1' : '0')),
    ...(firstError === null
      ? []
      : [plain('firstError', firstError === 'none' ? 'none' : String(firstError.seq))]),
    ...(tags.length === 0
      ? []
      : [{ row: 'tags', name: null, words: tags.map(({ value }) => wordOf(schema.tags, value)) }]),
    ...(confidence === null
      ? []
      : [{ row: 'confidence', name: null, words: [wordOf(schema.confidence, confidence)] }]),
    ...(rationale === '' ? [] : [plain('rationale', rationale)]),
    ...Object.entries(doc.fields).flatMap(([id, value]) => fieldRow(schema, id, value)),
    ...(preference === null ? [] : [plain('preference', preference)]),
    ...(flagged ? [plain('flagged', 'flagged')] : []),
  ];
}

function fieldRow(schema: LabelSchemaDoc, id: string, value: LabelDoc['fields'][string]): LabelRow[] {
  if (value === null) return [];
  const field = schema.fields.find((each) => each.id === id);
  const row = { row: `field:${id}`, name: field?.label ?? id };
  const values = Array.isArray(value) ? value : [String(value)];
  if (field === undefined) return [{ ...row, words: values.map((text) => ({ text, known: false })) }];
  const options = 'options' in field ? field.options : null;
  return [
    {
      ...row,
      words: values.map((text) => (options === null ? { text, known: true } : wordOf(options, text))),
    },
  ];
}

function wordOf(
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
): LabelRow['words'][number] {
  const found = options.find((option) => option.value === value);
  return found === undefined ? { text: value, known: false } : { text: found.label, known: true };
}
