import {
  buildValue,
  createSchemaForm,
  draftFromJson,
  JsonTextError,
  parseJsonTree,
  plainValue,
  printJson,
  validate,
  type JsonSchema,
  type JsonTree,
  type SchemaForm,
  type Violation,
} from '../../lib/schema-form/index.ts';
import type { ToolDraft } from './tool-draft.ts';

const WIDTH = 72;

/** What JSON text holds as a call's arguments. */
export type JsonReading =
  | { readonly kind: 'broken'; readonly error: JsonTextError }
  /** JSON, but no object: the wire carries no other arguments. */
  | { readonly kind: 'no_object' }
  | { readonly kind: 'arguments'; readonly tree: JsonTree; readonly violations: readonly Violation[] };

export function readJsonSide(form: SchemaForm, text: string): JsonReading {
  try {
    const tree = parseJsonTree(text);
    if (tree.kind !== 'object') return { kind: 'no_object' };
    return { kind: 'arguments', tree, violations: validate(form.root, plainValue(tree), form.root) };
  } catch (error) {
    if (error instanceof JsonTextError) return { kind: 'broken', error };
    throw error;
  }
}

/** The form as JSON text. What was typed and is no JSON stands in it as typed. */
export function toJsonSide(form: SchemaForm, { draft }: ToolDraft): ToolDraft {
  const { tree } = buildValue(form, draft);
  const text = printJson(tree ?? { kind: 'object', entries: [] }, WIDTH);
  return { draft, json: { text, seed: text } };
}

/** Back to the form; undefined where the text cannot be read. Text that was not touched changes nothing. */
export function toFormSide(form: SchemaForm, { draft, json }: ToolDraft): ToolDraft | undefined {
  if (json === null || json.text === json.seed) return { draft, json: null };
  try {
    return { draft: draftFromJson(form, parseJsonTree(json.text), draft), json: null };
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

/** A draft that stands for these arguments, on the side that is shown. */
export function fillDraft(inputSchema: JsonSchema, was: ToolDraft, argumentsJson: string): ToolDraft {
  const form = createSchemaForm(inputSchema);
  const filled = { draft: draftFromJson(form, parseJsonTree(argumentsJson), was.draft), json: null };
  return was.json === null ? filled : toJsonSide(form, filled);
}
