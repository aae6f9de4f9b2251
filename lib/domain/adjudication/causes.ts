import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';
import type { LabelRow } from './rows.ts';

/** Why labels differ, as far as they tell; items of one cause are decided together. */
export type Cause =
  | { readonly kind: 'section'; readonly section: string }
  | { readonly kind: 'step'; readonly scenario: string; readonly tool: string; readonly seq: number }
  | { readonly kind: 'outcome'; readonly outcomes: readonly string[] }
  | { readonly kind: 'row'; readonly row: 'firstError' | 'step' | 'tags' | 'field' | 'preference' };

export interface Differing {
  readonly scenario: string;
  readonly docs: readonly LabelDoc[];
  readonly schema: LabelSchemaDoc;
  /** Those that differ. */
  readonly rows: readonly LabelRow[];
  /** Tool of a step; null: none, or the run is gone. */
  readonly toolAt: (seq: number) => string | null;
}

/** Items that share a first differing step and its tool make a group from so many on. */
const STEP_GROUP = 2;

/**
 * The cause of each item, by the first rule that says something: (1) the guideline section that a tag, an answer or an outcome
 * names which some labels gave and others did not, tags before answers before outcomes, each in the schema's order; (2) the same
 * first differing step of the same tool in the same scenario, where two items or more share it; (3) the outcomes that stand
 * against each other, or else the first row that differs.
 */
export function causesOf(items: readonly Differing[]): Cause[] {
  const steps = items.map((item) => (sectionOf(item) === null ? stepOf(item) : null));
  const counts = new Map<string, number>();
  for (const step of steps) {
    if (step !== null) counts.set(causeKey(step), (counts.get(causeKey(step)) ?? 0) + 1);
  }
  return items.map((item, index) => {
    const section = sectionOf(item);
    if (section !== null) return { kind: 'section', section };
    const step = steps[index] ?? null;
    if (step !== null && (counts.get(causeKey(step)) ?? 0) >= STEP_GROUP) return step;
    return kindOf(item);
  });
}

/** Same text, same group. */
export function causeKey(cause: Cause): string {
  switch (cause.kind) {
    case 'section':
      return `section:${cause.section}`;
    case 'step':
      return `step:${cause.scenario}:${cause.tool}:${String(cause.seq)}`;
    case 'outcome':
      return `outcome:${cause.outcomes.join(':')}`;
    case 'row':
      return `row:${cause.row}`;
  }
}

function sectionOf({ docs, schema, rows }: Differing): string | null {
  const differs = new Set(rows.map(({ id }) => id));
  if (differs.has('tags')) {
    for (const { value, section } of schema.tags) {
      const given = docs.filter(({ tags }) => tags.some((tag) => tag.value === value)).length;
      if (section !== null && given > 0 && given < docs.length) return section;
    }
  }
  for (const { id, section } of schema.fields) {
    if (section !== null && differs.has(`field:${id}`)) return section;
  }
  if (!differs.has('outcome')) return null;
  const said = new Set(docs.map(({ outcome }) => outcome));
  const named = schema.outcomes.filter(({ value, section }) => section !== null && said.has(value));
  // What went wrong tells more than that somebody saw nothing wrong.
  return (named.find(({ means }) => means !== 'complete') ?? named[0])?.section ?? null;
}

function stepOf({ scenario, rows, toolAt }: Differing): Extract<Cause, { kind: 'step' }> | null {
  const first = rows.find((row) => row.kind === 'step');
  if (first?.kind !== 'step') return null;
  const tool = toolAt(first.seq);
  return tool === null ? null : { kind: 'step', scenario, tool, seq: first.seq };
}

function kindOf({ docs, schema, rows }: Differing): Cause {
  const [first] = rows;
  if (first === undefined || first.kind === 'outcome') {
    const said = new Set(docs.flatMap(({ outcome }) => (outcome === null ? [] : [outcome])));
    const order = schema.outcomes.map(({ value }) => value);
    return { kind: 'outcome', outcomes: [...said].sort((a, b) => order.indexOf(a) - order.indexOf(b)) };
  }
  return { kind: 'row', row: first.kind };
}
