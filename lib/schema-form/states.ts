import { ABSENT, branchDraft, EMPTY_ARRAY, EMPTY_OBJECT, keptOf, nextId, type Draft } from './draft.ts';
import { parseJsonTree } from './json-tree.ts';
import type { FieldNode, NodeOf, SchemaForm } from './node.ts';
import { draftFromJson } from './from-json.ts';

/** What is sent for a place: nothing, null, something of zero length, a value. */
export type FieldState = 'absent' | 'null' | 'empty' | 'value';

/** Which of them a draft is in. */
export function stateOf(form: SchemaForm, node: FieldNode, draft: Draft): FieldState {
  switch (draft.state) {
    case 'absent':
      return 'absent';
    case 'null':
      return 'null';
    case 'value':
      return draft.text === '' && node.kind === 'string' ? 'empty' : 'value';
    case 'raw':
      return 'value';
    case 'object': {
      const sent = [...Object.values(draft.entries), ...draft.extras.map((extra) => extra.draft)];
      return sent.some(({ state }) => state !== 'absent') ? 'value' : 'empty';
    }
    case 'array':
      return draft.items.length === 0 ? 'empty' : 'value';
    case 'union': {
      const branch = node.kind === 'union' ? node.branches[draft.branch] : undefined;
      if (branch === undefined) return 'value';
      return stateOf(form, form.nodeOf(branch.schema), branchDraft(draft, draft.branch));
    }
  }
}

/** Those that the schema allows, in the order of the menu. */
export function allowedStates(
  form: SchemaForm,
  node: FieldNode,
  draft: Draft,
  required: boolean,
): readonly FieldState[] {
  const states: FieldState[] = [];
  if (!required) states.push('absent');
  if (node.nullable) states.push('null');
  if (allowsEmpty(form, node, draft)) states.push('empty');
  if (node.kind !== 'null') states.push('value');
  return states;
}

function allowsEmpty(form: SchemaForm, node: FieldNode, draft: Draft): boolean {
  switch (node.kind) {
    case 'string': {
      const { minLength } = node.schema;
      return !(typeof minLength === 'number' && minLength > 0);
    }
    case 'array':
      return node.minItems === 0;
    case 'object': {
      const { minProperties } = node.schema;
      const needed = node.properties.some(({ required }) => required);
      return !needed && !(typeof minProperties === 'number' && minProperties > 0);
    }
    case 'union': {
      const branch = chosenBranch(node, draft);
      return branch !== undefined && allowsEmpty(form, form.nodeOf(branch.schema), ABSENT);
    }
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
    case 'choice':
    case 'json':
      return false;
  }
}

/** The first where none was chosen yet. */
export function chosenIndex(draft: Draft): number {
  const held = keptOf(draft);
  return held?.state === 'union' ? held.branch : 0;
}

function chosenBranch(node: NodeOf<'union'>, draft: Draft) {
  return node.branches[chosenIndex(draft)];
}

/** The draft in another state. What it held comes back when it is a value again. */
export function withState(form: SchemaForm, node: FieldNode, draft: Draft, state: FieldState): Draft {
  const kept = keptOf(draft);
  switch (state) {
    case 'absent':
    case 'null':
      return kept === undefined ? { state } : { state, kept };
    case 'empty':
      return emptyDraft(form, node, draft);
    case 'value':
      return kept === undefined ||
        stateOf(form, node, kept) === 'empty' ||
        stateOf(form, node, kept) === 'absent'
        ? startDraft(form, node, draft)
        : kept;
  }
}

function emptyDraft(form: SchemaForm, node: FieldNode, draft: Draft): Draft {
  switch (node.kind) {
    case 'object':
      return EMPTY_OBJECT;
    case 'array':
      return EMPTY_ARRAY;
    case 'union': {
      const branch = chosenIndex(draft);
      const schema = node.branches[branch]?.schema ?? {};
      const held = keptOf(draft);
      const drafts = held?.state === 'union' ? held.drafts : {};
      return {
        state: 'union',
        branch,
        drafts: { ...drafts, [branch]: emptyDraft(form, form.nodeOf(schema), ABSENT) },
      };
    }
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
    case 'choice':
    case 'json':
      return { state: 'value', text: '' };
  }
}

/** Where a value begins when one is asked for: open to be filled in. */
function startDraft(form: SchemaForm, node: FieldNode, draft: Draft): Draft {
  switch (node.kind) {
    case 'null':
      return { state: 'null' };
    case 'boolean':
      return { state: 'value', text: 'true' };
    case 'choice':
      return { state: 'value', text: node.options[0]?.json ?? 'null' };
    case 'array':
      return newArray(node);
    case 'object':
      return EMPTY_OBJECT;
    case 'union': {
      const branch = chosenIndex(draft);
      const held = keptOf(draft);
      const drafts = held?.state === 'union' ? held.drafts : {};
      const schema = node.branches[branch]?.schema ?? {};
      const inner = startDraft(form, form.nodeOf(schema), ABSENT);
      return { state: 'union', branch, drafts: { ...drafts, [branch]: inner } };
    }
    case 'string':
    case 'number':
    case 'integer':
    case 'json':
      return { state: 'value', text: '' };
  }
}

/** As many items as must be there, at least one. */
function newArray(node: NodeOf<'array'>): Draft {
  const count = Math.min(Math.max(node.minItems, node.prefix.length, 1), node.maxItems, 100);
  return {
    state: 'array',
    items: Array.from({ length: count }, (_, index) => ({ id: index + 1, draft: ABSENT })),
  };
}

export function chooseBranch(draft: Draft, branch: number): Draft {
  const held = keptOf(draft);
  return { state: 'union', branch, drafts: held?.state === 'union' ? held.drafts : {} };
}

export function addItem(draft: Draft): Draft {
  const items = draft.state === 'array' ? draft.items : [];
  return { state: 'array', items: [...items, { id: nextId(items), draft: ABSENT }] };
}

/** Moves an item by `by` places; past an end it stays. */
export function moveItem(draft: Draft, id: number, by: number): Draft {
  if (draft.state !== 'array') return draft;
  const from = draft.items.findIndex((item) => item.id === id);
  const to = from + by;
  const moved = draft.items[from];
  if (moved === undefined || to < 0 || to >= draft.items.length) return draft;
  return { state: 'array', items: draft.items.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

export function removeItem(draft: Draft, id: number): Draft {
  if (draft.state !== 'array') return draft;
  return { state: 'array', items: draft.items.filter((item) => item.id !== id) };
}

export function addKey(draft: Draft, key: string): Draft {
  const object = draft.state === 'object' ? draft : EMPTY_OBJECT;
  return { ...object, extras: [...object.extras, { id: nextId(object.extras), key, draft: ABSENT }] };
}

export function renameKey(draft: Draft, id: number, key: string): Draft {
  if (draft.state !== 'object') return draft;
  return { ...draft, extras: draft.extras.map((extra) => (extra.id === id ? { ...extra, key } : extra)) };
}

export function removeKey(draft: Draft, id: number): Draft {
  if (draft.state !== 'object') return draft;
  return { ...draft, extras: draft.extras.filter((extra) => extra.id !== id) };
}

/** What a form holds when it is first opened: the defaults of what must be sent. Never applied again. */
export function initialDraft(form: SchemaForm): Draft {
  const { node } = form;
  if (node.kind !== 'object') return ABSENT;
  const entries = node.properties.flatMap(({ name, schema, required }): [string, Draft][] => {
    const child = form.nodeOf(schema);
    if (!required) return [];
    const json = child.defaultJson;
    return json === null ? [] : [[name, draftFromJson({ ...form, node: child }, parseJsonTree(json))]];
  });
  return entries.length === 0 ? ABSENT : { ...EMPTY_OBJECT, entries: Object.fromEntries(entries) };
}
