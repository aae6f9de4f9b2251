import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import {
  intervalScale,
  masiScale,
  NOMINAL,
  ORDINAL,
  toleranceScale,
  type Scale,
} from '../../../lib/domain/agreement/index.ts';

export interface Rated {
  /** What was rated within the item: '' for the whole, else the step's number. */
  readonly unit: string;
  readonly value: string;
}

/** One question of the labels, as agreement is measured on it. */
export interface Measure {
  readonly id: string;
  readonly kind: 'nominal' | 'ordinal' | 'interval' | 'set' | 'position';
  /** Of a question of the project's own. */
  readonly label: string | null;
  /**
   * How a version of the schema asks it: labels are compared where this is the same, since who was not offered a value could not
   * choose it. Null: the version does not ask.
   */
  readonly asked: (schema: LabelSchemaDoc) => string | null;
  readonly rate: (doc: LabelDoc, schema: LabelSchemaDoc) => readonly Rated[];
  /** The domain in order, of those values that were given. */
  readonly order: (given: readonly string[]) => readonly string[];
  readonly scale: (domain: readonly string[], tolerance: number) => Scale;
}

const whole = (value: string | null): readonly Rated[] => (value === null ? [] : [{ unit: '', value }]);
const numerically = (given: readonly string[]): readonly string[] =>
  given.toSorted((a, b) => Number(a) - Number(b));
/** Versions of a schema tell the same value again: it has one place. */
const asTold = (known: readonly string[]) => (given: readonly string[]) => [
  ...new Set(known.filter((value) => given.includes(value))),
  ...given.filter((value) => !known.includes(value)).sort(),
];
const names = (options: readonly { readonly value: string }[]): string =>
  options
    .map(({ value }) => value)
    .sort()
    .join();

/** A set as one value: its names in order. */
export function setKey(values: readonly string[]): string {
  return [...new Set(values)].sort().join('+');
}

function setOf(key: string): ReadonlySet<string> {
  return new Set(key === '' ? [] : key.split('+'));
}

const nominal = { kind: 'nominal', scale: () => NOMINAL } as const;
const sets = {
  kind: 'set',
  order: (given: readonly string[]) => given.toSorted(),
  scale: (domain: readonly string[]) => masiScale(domain.map(setOf)),
} as const;

/** A first error that was proposed from a mark which is not the annotator's own is nobody's finding. */
export function isOwnFirstError({ firstError, steps }: LabelDoc): boolean {
  if (firstError === null || firstError === 'none' || !firstError.proposed) return true;
  return steps[String(firstError.seq)]?.by === 'own';
}

function stepsMeasure(ownOnly: boolean): Measure {
  return {
    id: 'steps',
    kind: 'ordinal',
    label: null,
    asked: ({ steps }) => (steps === 'off' ? null : 'steps'),
    rate: ({ steps }) =>
      Object.entries(steps).flatMap(([unit, { value, by }]) =>
        ownOnly && by !== 'own' ? [] : [{ unit, value: String(value) }],
      ),
    order: () => ['-1', '0', '1'],
    scale: () => ORDINAL,
  };
}

export const ALL_MARKS = stepsMeasure(false);

/** The questions that the versions of a schema ask, newest wording first. */
export function measuresOf(schemas: ReadonlyMap<number, LabelSchemaDoc>): readonly Measure[] {
  const docs = [...schemas].sort(([a], [b]) => b - a).map(([, doc]) => doc);
  const outcomes = docs.flatMap((doc) => doc.outcomes.map(({ value }) => value));
  const tags = docs.flatMap((doc) => doc.tags.map(({ value }) => value));
  const fields = new Map(docs.toReversed().flatMap((doc) => doc.fields.map((field) => [field.id, field])));
  const measures: Measure[] = [
    {
      ...nominal,
      id: 'outcome',
      label: null,
      asked: (schema) => names(schema.outcomes),
      rate: ({ outcome }) => whole(outcome),
      order: asTold(outcomes),
    },
    {
      ...nominal,
      id: 'passes',
      label: null,
      asked: () => 'passes',
      rate({ outcome }, schema) {
        const option = schema.outcomes.find(({ value }) => value === outcome);
        return whole(option === undefined ? null : option.means === 'complete' ? 'complete' : 'other');
      },
      order: asTold(['complete', 'other']),
    },
    {
      id: 'firstError',
      kind: 'position',
      label: null,
      asked: ({ firstError }) => (firstError ? 'firstError' : null),
      rate(doc) {
        const { firstError } = doc;
        if (firstError === null || !isOwnFirstError(doc)) return [];
        return whole(firstError === 'none' ? 'none' : String(firstError.seq));
      },
      order: (given) => [
        ...numerically(given.filter((value) => value !== 'none')),
        ...given.filter((value) => value === 'none'),
      ],
      scale: (domain, tolerance) =>
        toleranceScale(
          domain.map((value) => (value === 'none' ? null : Number(value))),
          tolerance,
        ),
    },
    stepsMeasure(true),
    {
      ...sets,
      id: 'tags',
      label: null,
      asked: (schema) => (schema.tags.length === 0 ? null : names(schema.tags)),
      rate: (doc) => whole(setKey(doc.tags.map(({ value }) => value))),
    },
    {
      ...nominal,
      id: 'cause',
      label: null,
      asked: (schema) => (schema.tags.length > 0 && schema.firstTagIsCause ? names(schema.tags) : null),
      rate: (doc) => whole(doc.tags[0]?.value ?? ''),
      order: asTold(tags),
    },
    {
      id: 'preference',
      // A tie lies between the two.
      kind: 'ordinal',
      label: null,
      asked: ({ preference }) => (preference === null ? null : String(preference.allowTie)),
      rate: ({ preference }) => whole(preference),
      order: asTold(['a', 'tie', 'b']),
      scale: () => ORDINAL,
    },
  ];
  for (const field of fields.values()) {
    const base = { id: `field:${field.id}`, label: field.label };
    const same = (schema: LabelSchemaDoc): string | null => {
      const found = schema.fields.find(({ id }) => id === field.id);
      if (found?.kind !== field.kind) return null;
      return 'options' in found ? names(found.options) : found.kind;
    };
    const value = (doc: LabelDoc): unknown => doc.fields[field.id] ?? null;
    switch (field.kind) {
      case 'text':
        break;
      case 'number':
        measures.push({
          ...base,
          kind: 'interval',
          asked: same,
          rate(doc) {
            const given = value(doc);
            return whole(typeof given === 'number' ? String(given) : null);
          },
          order: numerically,
          scale: (domain) => intervalScale(domain.map(Number)),
        });
        break;
      case 'choice':
        measures.push({
          ...base,
          ...nominal,
          asked: same,
          rate(doc) {
            const given = value(doc);
            return whole(typeof given === 'string' ? given : null);
          },
          order: asTold(field.options.map((option) => option.value)),
        });
        break;
      case 'multi':
        measures.push({
          ...base,
          ...sets,
          asked: same,
          rate(doc) {
            const given = value(doc);
            return whole(Array.isArray(given) ? setKey(given.map(String)) : null);
          },
        });
    }
  }
  return measures;
}

/** Whether a label applies a section of the guidelines: chooses an outcome or a tag that the section is about. */
export function sectionMeasure(section: string): Measure {
  const of = (schema: LabelSchemaDoc): readonly { readonly value: string }[] =>
    [...schema.outcomes, ...schema.tags].filter((option) => option.section === section);
  return {
    ...nominal,
    id: `section:${section}`,
    label: null,
    asked: (schema) => (of(schema).length === 0 ? null : names(of(schema))),
    rate({ outcome, tags }, schema) {
      if (outcome === null) return [];
      const applied = [outcome, ...tags.map(({ value }) => value)];
      return whole(of(schema).some(({ value }) => applied.includes(value)) ? 'yes' : 'no');
    },
    order: asTold(['yes', 'no']),
  };
}

export function sectionsOf(schemas: ReadonlyMap<number, LabelSchemaDoc>): readonly string[] {
  const all = [...schemas.values()].flatMap(({ outcomes, tags }) =>
    [...outcomes, ...tags].flatMap(({ section }) => (section === null ? [] : [section])),
  );
  return [...new Set(all)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Words of a value: those of the newest version that has it. */
export function valueLabel(id: string, value: string, schemas: ReadonlyMap<number, LabelSchemaDoc>): string {
  const docs = [...schemas].sort(([a], [b]) => b - a).map(([, doc]) => doc);
  const options = (doc: LabelSchemaDoc): readonly { readonly value: string; readonly label: string }[] => {
    if (id === 'outcome') return doc.outcomes;
    if (id === 'tags' || id === 'cause') return doc.tags;
    const field = doc.fields.find((candidate) => `field:${candidate.id}` === id);
    return field !== undefined && 'options' in field ? field.options : [];
  };
  const labelOf = (name: string): string =>
    docs.flatMap(options).find((option) => option.value === name)?.label ?? name;
  return value.split('+').map(labelOf).join(' + ');
}
