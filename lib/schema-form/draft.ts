/**
 * What a person has put into a place of a form, apart from any value: a half-typed number stays as it is, the fields of a
 * branch that is not chosen now stay too.
 */
export type Draft =
  /** Not sent. `kept`: what comes back when a value is wanted again. */
  | { readonly state: 'absent'; readonly kept?: Draft | undefined }
  | { readonly state: 'null'; readonly kept?: Draft | undefined }
  /** Text of a scalar as typed; `true` or `false`; JSON text of a choice or of a `json` field. */
  | { readonly state: 'value'; readonly text: string }
  /** JSON text in a field whose control could not hold it. */
  | { readonly state: 'raw'; readonly text: string }
  | {
      readonly state: 'object';
      readonly entries: Readonly<Record<string, Draft>>;
      readonly extras: readonly Extra[];
      /** Of the keys as they came by JSON; others follow in the schema's order. */
      readonly order?: readonly string[] | undefined;
    }
  | { readonly state: 'array'; readonly items: readonly Item[] }
  | { readonly state: 'union'; readonly branch: number; readonly drafts: Readonly<Record<string, Draft>> };

/** A key that the schema does not name. */
export interface Extra {
  readonly id: number;
  readonly key: string;
  readonly draft: Draft;
}

export interface Item {
  readonly id: number;
  readonly draft: Draft;
}

export type DraftOf<S extends Draft['state']> = Extract<Draft, { state: S }>;

export const ABSENT: Draft = { state: 'absent' };
export const EMPTY_OBJECT: DraftOf<'object'> = { state: 'object', entries: {}, extras: [] };
export const EMPTY_ARRAY: DraftOf<'array'> = { state: 'array', items: [] };

export function entryOf(draft: Draft, name: string): Draft {
  if (draft.state !== 'object' || !Object.hasOwn(draft.entries, name)) return ABSENT;
  return draft.entries[name] ?? ABSENT;
}

export function branchDraft(draft: Draft, branch: number): Draft {
  if (draft.state !== 'union' || !Object.hasOwn(draft.drafts, branch)) return ABSENT;
  return draft.drafts[branch] ?? ABSENT;
}

export function nextId(parts: readonly { readonly id: number }[]): number {
  return parts.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}

/** What was put in and is out of sight, when the draft is absent or null. */
export function keptOf(draft: Draft): Draft | undefined {
  return draft.state === 'absent' || draft.state === 'null' ? draft.kept : draft;
}

/**
 * A place in a draft as text: `/pname` a declared key, `/x3` a key of one's own by its id, `/i2` an item by its id, `/b1` a
 * branch. The root is ''.
 */
export type DraftPath = string;

export function childPath(path: DraftPath, kind: 'p' | 'x' | 'i' | 'b', name: string | number): DraftPath {
  return `${path}/${kind}${encodeURIComponent(name)}`;
}

/** The draft with one place changed; what leads there and is not yet, is made. */
export function updateDraft(draft: Draft, path: DraftPath, change: (draft: Draft) => Draft): Draft {
  return update(draft, path.split('/').slice(1), change);
}

function update(draft: Draft, path: readonly string[], change: (draft: Draft) => Draft): Draft {
  const [step, ...rest] = path;
  if (step === undefined) return change(draft);
  const name = decodeURIComponent(step.slice(1));
  const go = (child: Draft): Draft => update(child, rest, change);
  const held = keptOf(draft) ?? draft;
  switch (step.charAt(0)) {
    case 'p': {
      const object = held.state === 'object' ? held : EMPTY_OBJECT;
      return { ...object, entries: { ...object.entries, [name]: go(entryOf(object, name)) } };
    }
    case 'x': {
      const object = held.state === 'object' ? held : EMPTY_OBJECT;
      const extras = object.extras.map((one) =>
        String(one.id) === name ? { ...one, draft: go(one.draft) } : one,
      );
      return { ...object, extras };
    }
    case 'i': {
      const array = held.state === 'array' ? held : EMPTY_ARRAY;
      const items = array.items.map((one) =>
        String(one.id) === name ? { ...one, draft: go(one.draft) } : one,
      );
      return { ...array, items };
    }
    default: {
      const branch = Number(name);
      const drafts = held.state === 'union' ? held.drafts : {};
      return { state: 'union', branch, drafts: { ...drafts, [branch]: go(branchDraft(held, branch)) } };
    }
  }
}
