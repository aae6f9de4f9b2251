import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';

/** Sections of the guidelines that a label's choices stand in, by the schema that it was given under. */
export function sectionsOf(doc: LabelDoc, schema: LabelSchemaDoc): ReadonlySet<string> {
  const chosen = [
    ...schema.outcomes.filter(({ value }) => value === doc.outcome),
    ...schema.tags.filter(({ value }) => doc.tags.some((tag) => tag.value === value)),
    ...schema.fields.filter(({ id }) => isSaid(doc.fields[id])),
  ];
  return new Set(chosen.flatMap(({ section }) => (section === null ? [] : [section])));
}

/** A changed section concerns those below it too: 2 is of 2.3. */
export function leansOn(sections: ReadonlySet<string>, changed: readonly string[]): boolean {
  return [...sections].some((section) =>
    changed.some((each) => section === each || section.startsWith(`${each}.`)),
  );
}

function isSaid(value: LabelDoc['fields'][string] | undefined): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
