import {
  ABSENT,
  branchDraft,
  childPath,
  entryOf,
  type Draft,
  type DraftOf,
  type DraftPath,
} from './draft.ts';
import { parseJsonTree, plainValue, type JsonTree } from './json-tree.ts';
import type { FieldNode, NodeOf, SchemaForm } from './node.ts';
import { typesOf, unionOf } from './schema.ts';
import { readJson, readText, type Read } from './scalar.ts';
import { checkValue, schemasOfKey, validate } from './validate.ts';
import { fieldError, type FieldError } from './violation.ts';

export interface DraftError {
  readonly error: FieldError;
  /** For people: `amount`, `metadata_json.candidates[0].apy`. */
  readonly name: string;
  /** Nothing was put in here yet: not to be complained of before an attempt to send. */
  readonly untouched: boolean;
}

export interface Built {
  /** What would be sent; where a field is in error, what was typed stands as `broken`. Undefined: nothing. */
  readonly tree: JsonTree | undefined;
  /** By place, in the order of the form; nothing is sent while there is one. */
  readonly errors: ReadonlyMap<DraftPath, DraftError>;
}

/** Deeper, a required object that holds itself is not opened. */
export const MAX_OPEN_DEPTH = 12;

interface Place {
  readonly path: DraftPath;
  readonly name: string;
  readonly required: boolean;
  readonly depth: number;
}

/** The value of a form from what was put in. What is absent is not sent. */
export function buildValue(form: SchemaForm, draft: Draft): Built {
  const errors = new Map<DraftPath, DraftError>();
  const builder = new Builder(form, errors);
  const tree = builder.build(form.node, draft, { path: '', name: '', required: true, depth: 0 });
  return { tree, errors };
}

class Builder {
  readonly #form: SchemaForm;
  readonly #errors: Map<DraftPath, DraftError>;

  constructor(form: SchemaForm, errors: Map<DraftPath, DraftError>) {
    this.#form = form;
    this.#errors = errors;
  }

  build(node: FieldNode, draft: Draft, place: Place): JsonTree | undefined {
    switch (draft.state) {
      case 'absent':
        return this.#absent(node, place);
      case 'null':
        return this.#null(node, place);
      case 'value':
        return this.#scalar(node, readText(node, draft.text), draft.text, place);
      case 'raw':
        return this.#scalar(node, readJson(draft.text), draft.text, place);
      case 'object':
        return node.kind === 'object' ? this.#object(node, draft, place) : this.#strange(place);
      case 'array':
        return node.kind === 'array' ? this.#array(node, draft, place) : this.#strange(place);
      case 'union':
        return node.kind === 'union' ? this.#union(node, draft, place) : this.#strange(place);
    }
  }

  #null(node: FieldNode, place: Place): JsonTree {
    if (!node.nullable && node.kind !== 'null')
      this.#fail(place, fieldError('wrong_type', { type: node.kind }));
    // Where any type goes, null is held to the same rules as the others.
    else if (node.kind === 'union' && typesOf(node.schema).length === 0 && unionOf(node.schema) === undefined)
      this.#checkDeep(node, null, place);
    return { kind: 'literal', source: 'null' };
  }

  #union(node: NodeOf<'union'>, draft: DraftOf<'union'>, place: Place): JsonTree | undefined {
    const before = this.#errors.size;
    const branch = node.branches[draft.branch];
    if (branch === undefined) return this.#strange(place);
    const path = childPath(place.path, 'b', draft.branch);
    const inner = branchDraft(draft, draft.branch);
    const tree = this.build(this.#form.nodeOf(branch.schema), inner, { ...place, path });
    // What stands beside the branches, and that one of them only fits.
    if (tree !== undefined && this.#errors.size === before) this.#checkDeep(node, plainValue(tree), place);
    return tree;
  }

  #checkDeep(node: FieldNode, value: unknown, place: Place): void {
    const [first] = validate(node.schema, value, this.#form.root);
    if (first !== undefined && !(value === null && node.nullable && node.schema.nullable === true))
      this.#fail(place, first.error);
  }

  #absent(node: FieldNode, place: Place): JsonTree | undefined {
    if (!place.required) return undefined;
    // An object whose fields stand open asks for those of them that it needs.
    if (opensBySelf(node, place.depth)) return this.#object(node, ABSENT, place);
    const only = onlyValue(node, place.required);
    if (only !== undefined) return parseJsonTree(only);
    this.#fail(place, fieldError('required'), true);
    return undefined;
  }

  #scalar(node: FieldNode, read: Read, text: string, place: Place): JsonTree {
    if (!read.ok) {
      this.#fail(place, read.error);
      return { kind: 'broken', text };
    }
    const value = plainValue(read.tree);
    const whole = read.tree.kind === 'object' || read.tree.kind === 'array' || node.kind === 'union';
    const [first] = whole
      ? validate(node.schema, value, this.#form.root).map(({ error }) => error)
      : checkValue(node.schema, value, this.#form.root);
    if (first !== undefined && !(value === null && node.nullable)) this.#fail(place, first);
    return read.tree;
  }

  #object(node: NodeOf<'object'>, draft: Draft, place: Place): JsonTree {
    const before = this.#errors.size;
    const entries: (readonly [string, JsonTree])[] = [];
    for (const { name, schema, required } of node.properties) {
      const child: Place = {
        path: childPath(place.path, 'p', name),
        name: place.name === '' ? name : `${place.name}.${name}`,
        required,
        depth: place.depth + 1,
      };
      const tree = this.build(this.#form.nodeOf(schema), entryOf(draft, name), child);
      if (tree !== undefined) entries.push([name, tree]);
    }
    if (draft.state === 'object') entries.push(...this.#extras(node, draft, place));
    const sorted =
      draft.state === 'object' && draft.order !== undefined ? inOrder(entries, draft.order) : entries;
    const tree: JsonTree = { kind: 'object', entries: sorted };
    if (this.#errors.size === before) this.#checkWhole(node, tree, place);
    return tree;
  }

  #extras(node: NodeOf<'object'>, draft: DraftOf<'object'>, place: Place): (readonly [string, JsonTree])[] {
    const taken = new Set(node.properties.map(({ name }) => name));
    return draft.extras.flatMap(({ id, key, draft: value }): (readonly [string, JsonTree])[] => {
      const name = place.name === '' ? key : `${place.name}.${key}`;
      const child = { path: childPath(place.path, 'x', id), name, required: false, depth: place.depth + 1 };
      const tree = this.build(this.#form.nodeOfKey(node, key), value, child);
      if (tree === undefined) return [];
      if (key === '') this.#fail(child, fieldError('no_key_name'));
      else if (taken.has(key)) this.#fail(child, fieldError('duplicate_key', { key }));
      else if (schemasOfKey(node.schema, key) === null) this.#fail(child, fieldError('unknown_key', { key }));
      taken.add(key);
      return [[key, tree]];
    });
  }

  #array(node: NodeOf<'array'>, draft: DraftOf<'array'>, place: Place): JsonTree {
    const before = this.#errors.size;
    const items = draft.items.flatMap(({ id, draft: value }, index): JsonTree[] => {
      const child = {
        path: childPath(place.path, 'i', id),
        name: `${place.name}[${index}]`,
        required: true,
        depth: place.depth + 1,
      };
      const schema = node.prefix[index] ?? node.item;
      if (schema === null) this.#fail(child, fieldError('too_many_items', { limit: String(node.maxItems) }));
      return [this.build(this.#form.nodeOf(schema ?? {}), value, child) ?? { kind: 'broken', text: '' }];
    });
    const tree: JsonTree = { kind: 'array', items };
    if (this.#errors.size === before) this.#checkWhole(node, tree, place);
    return tree;
  }

  #checkWhole(node: FieldNode, tree: JsonTree, place: Place): void {
    const [first] = checkValue(node.schema, plainValue(tree), this.#form.root);
    if (first !== undefined) this.#fail(place, first);
  }

  /** A draft of another schema than this one: kept in sight by its error, never sent. */
  #strange(place: Place): JsonTree {
    this.#fail(place, fieldError('refused'));
    return { kind: 'broken', text: '' };
  }

  #fail(place: Place, error: FieldError, untouched = false): void {
    if (!this.#errors.has(place.path)) this.#errors.set(place.path, { error, name: place.name, untouched });
  }
}

/** What a required place must hold, where the schema leaves no choice: JSON text. */
export function onlyValue(node: FieldNode, required: boolean): string | undefined {
  if (!required || node.kind !== 'choice' || node.nullable || node.options.length !== 1) return undefined;
  return node.options[0]?.json;
}

/** A required object with named fields stands open without being asked for. */
export function opensBySelf(node: FieldNode, depth: number): node is NodeOf<'object'> {
  return node.kind === 'object' && depth <= MAX_OPEN_DEPTH && (node.properties.length > 0 || depth === 0);
}

function inOrder(
  entries: readonly (readonly [string, JsonTree])[],
  order: readonly string[],
): readonly (readonly [string, JsonTree])[] {
  const rank = new Map(order.map((key, index) => [key, index]));
  const last = order.length;
  return entries.toSorted(([a], [b]) => (rank.get(a) ?? last) - (rank.get(b) ?? last));
}
