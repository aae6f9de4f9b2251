import type { LabelSchemaDoc } from '../../../../lib/contracts/annotation/label-schema.ts';

type Means = LabelSchemaDoc['outcomes'][number]['means'];

/** Whether an outcome of the schema says that the task was done. */
export function passes(schema: LabelSchemaDoc, value: string): boolean {
  return schema.outcomes.find((option) => option.value === value)?.means === 'complete';
}

/** Glyph and colour of an outcome, as verdicts have them elsewhere. */
export function outcomeLook(means: Means): { readonly glyph: string; readonly colour: string } {
  switch (means) {
    case 'complete':
      return { glyph: '✓', colour: 'text-ok' };
    case 'agent_error':
    case 'server_error':
      return { glyph: '✕', colour: 'text-err' };
    default:
      return { glyph: '!', colour: 'text-warn' };
  }
}
