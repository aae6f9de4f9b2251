import { Ajv } from 'ajv';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT_DIR } from '../../server/config.ts';
import { createEngineFixture } from '../../server/testing/engine-fixture.ts';
import {
  ABSENT,
  buildValue,
  chooseBranch,
  createSchemaForm,
  draftFromJson,
  parseJsonTree,
  printJson,
  updateDraft,
  validate,
  type Draft,
  type FieldNode,
  type JsonSchema,
  type SchemaForm,
} from './index.ts';

/** Recordings of real scenarios, kept beside the checkout; they are not ours to carry. */
const PARITY = join(PROJECT_DIR, '..', 'shared', 'parity');
const recorded = existsSync(PARITY);

const toolSchema = z.object({ name: z.string(), input_schema: z.record(z.string(), z.unknown()) });
type Tool = z.output<typeof toolSchema>;
const listSchema = z.looseObject({ tools: z.array(toolSchema).min(1) });

/** The first list of tools anywhere in a recording. */
function toolsIn(value: unknown): readonly Tool[] {
  const found = listSchema.safeParse(value);
  if (found.success) return found.data.tools;
  if (typeof value !== 'object' || value === null) return [];
  for (const part of Object.values(value)) {
    const tools = toolsIn(part);
    if (tools.length > 0) return tools;
  }
  return [];
}

const MAX_DEPTH = 6;

/** Kinds of all fields, as deep as a person would open them. */
function kindsOf(form: SchemaForm, node: FieldNode, depth = 0): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  const inside = (schema: JsonSchema) => kindsOf(form, form.nodeOf(schema), depth + 1);
  switch (node.kind) {
    case 'object':
      return [node.kind, ...node.properties.flatMap(({ schema }) => inside(schema))];
    case 'array':
      return [node.kind, ...node.prefix.flatMap(inside), ...(node.item === null ? [] : inside(node.item))];
    default:
      return [node.kind];
  }
}

/** What a person would put in: required fields only, or all of them. */
function filled(form: SchemaForm, node: FieldNode, all: boolean, depth = 0): Draft {
  const inside = (schema: JsonSchema): Draft => filled(form, form.nodeOf(schema), all, depth + 1);
  switch (node.kind) {
    case 'string':
      return { state: 'value', text: textFor(node, form.root) };
    case 'number':
    case 'integer': {
      const { minimum, exclusiveMinimum, maximum } = node.schema;
      const least =
        typeof minimum === 'number'
          ? minimum
          : typeof exclusiveMinimum === 'number'
            ? exclusiveMinimum + 1
            : 1;
      return {
        state: 'value',
        text: String(typeof maximum === 'number' ? Math.min(maximum, Math.max(least, 1)) : least),
      };
    }
    case 'boolean':
      return { state: 'value', text: 'true' };
    case 'choice':
      return { state: 'value', text: node.options[0]!.json };
    case 'null':
      return { state: 'null' };
    case 'object': {
      if (depth > MAX_DEPTH) return ABSENT;
      const wanted = node.properties.filter(({ required }) => all || required);
      const entries = Object.fromEntries(wanted.map(({ name, schema }) => [name, inside(schema)]));
      return { state: 'object', entries, extras: [] };
    }
    case 'array': {
      const count = Math.max(1, node.minItems);
      const items = Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        draft: inside(node.prefix[index] ?? node.item ?? {}),
      }));
      return { state: 'array', items };
    }
    case 'union': {
      const draft = inside(node.branches[0]!.schema);
      return updateDraft(chooseBranch(ABSENT, 0), '/b0', () => draft);
    }
    case 'json':
      return { state: 'value', text: '{}' };
  }
}

/** Texts that the scenarios' patterns ask for. */
const TEXTS = [
  'some longer text',
  'text',
  '2026-12-06T09:30:00Z',
  '2026-12-06T09:30',
  '2026-12-06',
  '2026-12',
  '09:30',
  '24.50',
  'someone@example.org',
  'RIV-00101',
  'SO-12345',
  '12345678',
  'ABCD1234',
];

function textFor(node: FieldNode, root: JsonSchema): string {
  if (node.kind !== 'string') return '';
  const format = { date: '2026-12-06', 'date-time': '2026-12-06T09:30:00Z', time: '09:30:00' };
  const texts =
    node.format === null
      ? [...(node.example === null ? [] : [node.example]), ...TEXTS]
      : [format[node.format]];
  return texts.find((text) => validate(node.schema, text, root).length === 0) ?? '';
}

const ajv = new Ajv({ strict: false, validateFormats: false });

function checkTool(where: string, tool: Tool): void {
  const form = createSchemaForm(tool.input_schema);
  const fits = ajv.compile(tool.input_schema);
  expect(kindsOf(form, form.node), `${where} ${tool.name} needs no JSON`).not.toContain('json');
  for (const all of [false, true]) {
    const { tree, errors } = buildValue(form, filled(form, form.node, all));
    expect([...errors.entries()], `${where} ${tool.name}`).toEqual([]);
    const json = printJson(tree!);
    const value: unknown = JSON.parse(json);
    expect(fits(value), `${where} ${tool.name}: ${json} ${ajv.errorsText(fits.errors)}`).toBe(true);
    expect(validate(form.root, value, form.root)).toEqual([]);
    // And the JSON side shows the same.
    expect(printJson(buildValue(form, draftFromJson(form, parseJsonTree(json))).tree!)).toBe(json);
  }
}

describe('forms of real tools need no JSON text, and what they send validates', () => {
  it.skipIf(!recorded)(
    `ten sample scenarios${recorded ? '' : ' (skipped: ../shared/parity is absent)'}`,
    () => {
      const files = readdirSync(PARITY).filter((name) => /_\d+\.json$/.test(name));
      const tools = files.flatMap((file) =>
        toolsIn(JSON.parse(readFileSync(join(PARITY, file), 'utf8'))).map((tool) => ({ file, tool })),
      );
      expect(new Set(tools.map(({ file }) => file)).size).toBe(10);
      for (const { file, tool } of tools) checkTool(file, tool);
    },
  );

  it('six starter scenarios', async () => {
    await using fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios')]);
    const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
    for (const { key } of fixture.dataset.list()) {
      await session.reset({ scenario: key, task_idx: 0 });
      const { observation } = await session.step({ type: 'list_tools' });
      const { tools } = listSchema.parse(observation);
      for (const tool of tools) checkTool(key, tool);
    }
  });
});
