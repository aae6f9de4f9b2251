import { buildValue } from './build.ts';
import {
  ABSENT,
  branchDraft,
  entryOf,
  keptOf,
  type Draft,
  type DraftOf,
  type Extra,
  type Item,
} from './draft.ts';
import { plainValue, printJson, type JsonTree } from './json-tree.ts';
import { choiceOf, type FieldNode, type NodeOf, type SchemaForm } from './node.ts';
import { typesOf } from './schema.ts';
import { isValid } from './validate.ts';

/**
 * The draft that stands for a value. Where `previous` already stands for it, it stays as it was typed (`+7`, `12.`), and so
 * do the drafts of branches that are not chosen. Nothing of the value is lost: what no control holds becomes JSON text
 * in its place.
 */
export function draftFromJson(form: SchemaForm, tree: JsonTree, previous: Draft = ABSENT): Draft {
  return convert(form, form.node, tree, previous);
}

function convert(form: SchemaForm, node: FieldNode, tree: JsonTree, previous: Draft): Draft {
  if (tree.kind === 'literal' && tree.source === 'null' && (node.nullable || node.kind === 'null')) {
    const kept = keptOf(previous);
    return kept === undefined ? { state: 'null' } : { state: 'null', kept };
  }
  switch (node.kind) {
    case 'string':
      return tree.kind === 'string' ? { state: 'value', text: tree.value } : raw(tree);
    case 'number':
    case 'integer':
      return tree.kind === 'number' ? numberDraft(form, node, tree, previous) : raw(tree);
    case 'boolean':
      return tree.kind === 'literal' && tree.source !== 'null' ? text(tree) : raw(tree);
    case 'choice': {
      const choice = choiceOf(node, plainValue(tree));
      return choice === undefined ? raw(tree) : { state: 'value', text: choice.json };
    }
    case 'object':
      return tree.kind === 'object' ? objectDraft(form, node, tree.entries, previous) : raw(tree);
    case 'array':
      return tree.kind === 'array' ? arrayDraft(form, node, tree.items, previous) : raw(tree);
    case 'union':
      return unionDraft(form, node, tree, previous);
    case 'json':
      return sameAs(tree, previous) ? previous : text(tree);
    case 'null':
      return raw(tree);
  }
}

function text(tree: JsonTree): Draft {
  return { state: 'value', text: printJson(tree) };
}

function raw(tree: JsonTree): Draft {
  return { state: 'raw', text: printJson(tree) };
}

function sameAs(tree: JsonTree, previous: Draft): boolean {
  return (previous.state === 'value' || previous.state === 'raw') && previous.text === printJson(tree);
}

function numberDraft(
  form: SchemaForm,
  node: NodeOf<'number' | 'integer'>,
  tree: JsonTree & { kind: 'number' },
  previous: Draft,
): Draft {
  const { source } = tree;
  if (previous.state === 'value') {
    const { tree: before } = buildValue({ ...form, node }, previous);
    if (before?.kind === 'number' && before.source === source) return previous;
  }
  const whole = /^-?\d+$/.test(source);
  if (whole ? Number.isSafeInteger(Number(source)) : node.kind === 'number')
    return { state: 'value', text: source };
  return raw(tree);
}

function objectDraft(
  form: SchemaForm,
  node: NodeOf<'object'>,
  given: readonly (readonly [string, JsonTree])[],
  previous: Draft,
): DraftOf<'object'> {
  const before = keptOf(previous) ?? ABSENT;
  const entries: Record<string, Draft> = {};
  const extras: Extra[] = [];
  const declared = new Map(node.properties.map((property) => [property.name, property]));
  for (const [name] of declared) {
    const kept = keptOf(entryOf(before, name));
    // What was typed and is not sent comes back when the field is opened again.
    if (kept !== undefined && !given.some(([key]) => key === name))
      define(entries, name, { state: 'absent', kept });
  }
  for (const [key, value] of given) {
    const property = declared.get(key);
    if (property !== undefined) {
      declared.delete(key);
      define(entries, key, convert(form, form.nodeOf(property.schema), value, entryOf(before, key)));
    } else {
      const old = before.state === 'object' ? before.extras.find((extra) => extra.key === key) : undefined;
      const draft = convert(form, form.nodeOfKey(node, key), value, old?.draft ?? ABSENT);
      extras.push({ id: extras.length + 1, key, draft });
    }
  }
  return { state: 'object', entries, extras, order: given.map(([key]) => key) };
}

/** Also for the key `__proto__`. */
function define(entries: Record<string, Draft>, name: string, draft: Draft): void {
  Object.defineProperty(entries, name, {
    value: draft,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function arrayDraft(
  form: SchemaForm,
  node: NodeOf<'array'>,
  given: readonly JsonTree[],
  previous: Draft,
): DraftOf<'array'> {
  const before = keptOf(previous);
  const items = given.map((value, index): Item => {
    const schema = node.prefix[index] ?? node.item ?? {};
    const old = before?.state === 'array' ? before.items[index]?.draft : undefined;
    return { id: index + 1, draft: convert(form, form.nodeOf(schema), value, old ?? ABSENT) };
  });
  return { state: 'array', items };
}

function unionDraft(form: SchemaForm, node: NodeOf<'union'>, tree: JsonTree, previous: Draft): Draft {
  const before = keptOf(previous) ?? ABSENT;
  const branch = branchFor(form, node, tree, before);
  if (branch === null) return raw(tree);
  const drafts = before.state === 'union' ? before.drafts : {};
  const chosen = node.branches[branch];
  if (chosen === undefined) return raw(tree);
  const draft = convert(form, form.nodeOf(chosen.schema), tree, branchDraft(before, branch));
  return { state: 'union', branch, drafts: { ...drafts, [branch]: draft } };
}

/** The branch that was chosen before where it still fits, else the first that fits, else the first of the same type. */
function branchFor(form: SchemaForm, node: NodeOf<'union'>, tree: JsonTree, before: Draft): number | null {
  const value = plainValue(tree);
  const old = before.state === 'union' ? node.branches[before.branch] : undefined;
  if (before.state === 'union' && old !== undefined && isValid(old.schema, value, form.root))
    return before.branch;
  const fitting = node.branches.findIndex(({ schema }) => isValid(schema, value, form.root));
  if (fitting >= 0) return fitting;
  const near = node.branches.findIndex(({ schema }) =>
    typesOf(form.nodeOf(schema).schema).includes(typeName(tree)),
  );
  return near >= 0 ? near : null;
}

function typeName(tree: JsonTree): string {
  if (tree.kind !== 'literal') return tree.kind;
  return tree.source === 'null' ? 'null' : 'boolean';
}
