import {
  branchDraft,
  chosenIndex,
  childPath,
  type Draft,
  type DraftPath,
  type FieldNode,
  type NodeOf,
  type SchemaForm,
} from '../../lib/schema-form/index.ts';

/** A field with the branches that were chosen on the way to what is typed into. */
export interface Place {
  readonly name: string;
  readonly required: boolean;
  /** Where the state (absent, null …) is kept. */
  readonly node: FieldNode;
  readonly draft: Draft;
  readonly path: DraftPath;
  /** What has a control of its own; the same as the outer where there is no union. */
  readonly inner: { readonly node: FieldNode; readonly draft: Draft; readonly path: DraftPath };
  /** Unions passed on the way, outermost first. */
  readonly pickers: readonly {
    readonly node: NodeOf<'union'>;
    readonly chosen: number;
    readonly path: DraftPath;
  }[];
}

const MAX_NESTED_UNIONS = 8;

export function placeOf(
  form: SchemaForm,
  field: {
    readonly name: string;
    readonly required: boolean;
    readonly node: FieldNode;
    readonly draft: Draft;
    readonly path: DraftPath;
  },
): Place {
  let inner: Place['inner'] = { node: field.node, draft: field.draft, path: field.path };
  const pickers: Place['pickers'][number][] = [];
  while (inner.node.kind === 'union' && inner.draft.state !== 'raw' && inner.draft.state !== 'value') {
    const chosen = chosenIndex(inner.draft);
    const branch = inner.node.branches[chosen];
    if (branch === undefined || pickers.length >= MAX_NESTED_UNIONS) break;
    pickers.push({ node: inner.node, chosen, path: inner.path });
    const draft: Draft = inner.draft.state === 'null' ? inner.draft : branchDraft(inner.draft, chosen);
    inner = { node: form.nodeOf(branch.schema), draft, path: childPath(inner.path, 'b', chosen) };
  }
  return { ...field, inner, pickers };
}

/** The field's control cannot hold what is in it: it is shown as JSON text. */
export function isRaw({ node, draft }: { readonly node: FieldNode; readonly draft: Draft }): boolean {
  if (draft.state === 'raw') return true;
  const whole = node.kind === 'object' || node.kind === 'array' || node.kind === 'union';
  return whole && draft.state === 'value';
}
