import type { GuidelinesDoc, LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';

/** What is wrong with a schema or guidelines, and where. */
export interface DocumentProblem {
  /** Keys and indexes from the document's root. */
  readonly path: readonly (string | number)[];
  readonly code: DocumentProblemCode;
  /** What it is about: a name, a key, a number of a section. */
  readonly name: string;
  readonly message: string;
  /** warning: it may be saved so. */
  readonly level: 'error' | 'warning';
}

export type DocumentProblemCode =
  'same_name' | 'same_label' | 'same_key' | 'no_section' | 'no_pass' | 'bounds' | 'same_section' | 'blank';

/**
 * What the shape alone does not say of a schema: names and keys are unique, bounds are in order; as warnings, sections that
 * the guidelines do not have, the same words twice, and no outcome that stands for success.
 */
export function checkLabelSchema(schema: LabelSchemaDoc, guidelines?: GuidelinesDoc): DocumentProblem[] {
  const { outcomes, tags, confidence, fields } = schema;
  const named = [
    ...unique(outcomes, 'outcomes', 'value'),
    ...unique(tags, 'tags', 'value'),
    ...unique(confidence, 'confidence', 'value'),
    ...unique(fields, 'fields', 'id'),
    ...sameKeys(tags),
  ];
  const inFields = fields.flatMap((field, i) => {
    if (field.kind === 'choice' || field.kind === 'multi')
      return unique(field.options, ['fields', i, 'options'], 'value');
    if (field.kind !== 'number' || field.min === null || field.max === null || field.min <= field.max)
      return [];
    const message = `The smallest value, ${String(field.min)}, is above the largest, ${String(field.max)}`;
    return [problem(['fields', i, 'min'], 'bounds', field.id, message)];
  });
  const noPass = outcomes.some(({ means }) => means === 'complete')
    ? []
    : [
        warning(
          ['outcomes'],
          'no_pass',
          '',
          'No outcome means “complete”: no label can agree with a verifier that passes a run',
        ),
      ];
  return [...named, ...inFields, ...noPass, ...(guidelines ? unknownSections(schema, guidelines) : [])];
}

/** Numbers are unique, bodies are not blank. */
export function checkGuidelines({ sections }: GuidelinesDoc): DocumentProblem[] {
  const seen = new Set<string>();
  return sections.flatMap(({ number, body }, i) => {
    const again = seen.has(number);
    seen.add(number);
    return [
      ...(again
        ? [problem(['sections', i, 'number'], 'same_section', number, `There are two sections ${number}`)]
        : []),
      ...(body.trim() === ''
        ? [warning(['sections', i, 'body'], 'blank', number, `Section ${number} says nothing`)]
        : []),
    ];
  });
}

type Path = readonly (string | number)[];

function problem(path: Path, code: DocumentProblemCode, name: string, message: string): DocumentProblem {
  return { path, code, name, message, level: 'error' };
}

function warning(path: Path, code: DocumentProblemCode, name: string, message: string): DocumentProblem {
  return { ...problem(path, code, name, message), level: 'warning' };
}

function unique<K extends string>(
  list: readonly (Readonly<Record<K, string>> & { readonly label: string })[],
  at: string | Path,
  key: K,
): DocumentProblem[] {
  const base = typeof at === 'string' ? [at] : at;
  const names = new Set<string>();
  const labels = new Set<string>();
  return list.flatMap((each, i) => {
    const name = each[key];
    const label = each.label.trim().toLowerCase();
    const found = [
      ...(names.has(name)
        ? [problem([...base, i, key], 'same_name', name, `There are two of the name ‘${name}’`)]
        : []),
      ...(labels.has(label)
        ? [warning([...base, i, 'label'], 'same_label', each.label, `Two are called ‘${each.label}’`)]
        : []),
    ];
    names.add(name);
    labels.add(label);
    return found;
  });
}

function sameKeys(tags: LabelSchemaDoc['tags']): DocumentProblem[] {
  const first = new Map<string, string>();
  return tags.flatMap(({ key, label }, i) => {
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, label);
      return [];
    }
    return [problem(['tags', i, 'key'], 'same_key', key, `The key ‘${key}’ is that of ‘${other}’ already`)];
  });
}

function unknownSections(schema: LabelSchemaDoc, guidelines: GuidelinesDoc): DocumentProblem[] {
  const numbers = new Set(guidelines.sections.map(({ number }) => number));
  return (['outcomes', 'tags', 'fields'] as const).flatMap((list) =>
    schema[list].flatMap(({ section }, i) =>
      section === null || numbers.has(section)
        ? []
        : [warning([list, i, 'section'], 'no_section', section, `The guidelines have no section ${section}`)],
    ),
  );
}
