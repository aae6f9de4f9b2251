import { ABSENT, parseDraft, type Draft, type FieldError } from './draft.ts';
import type { Field } from './field.ts';

/** By field name; what is not there was not touched. */
export type Drafts = Readonly<Record<string, Draft>>;

interface Arguments {
  /** JSON text of the arguments that would be sent; fields in error are left out. */
  readonly json: string;
  /** By field name; nothing is sent while there is one. */
  readonly errors: ReadonlyMap<string, FieldError>;
}

/** The arguments of a call from what was typed. Absent fields are not sent. */
export function buildArguments(fields: readonly Field[], drafts: Drafts): Arguments {
  const entries: string[] = [];
  const errors = new Map<string, FieldError>();
  for (const field of fields) {
    const parsed = parseDraft(field, draftOf(drafts, field.name));
    if (parsed.kind === 'error') errors.set(field.name, parsed.error);
    else if (parsed.kind === 'value') entries.push(`${JSON.stringify(field.name)}: ${parsed.json}`);
  }
  return { json: `{${entries.join(', ')}}`, errors };
}

export function draftOf(drafts: Drafts, name: string): Draft {
  return Object.hasOwn(drafts, name) ? (drafts[name] ?? ABSENT) : ABSENT;
}
