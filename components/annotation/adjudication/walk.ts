import type { AdjudicationItem, DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import { labelRows, transferDecision } from '../../../lib/domain/adjudication/index.ts';

/** A decision on its way through the others of its group, each to be confirmed. */
export interface Walk {
  /** The item that it was made of. */
  readonly like: string;
  readonly doc: LabelDoc;
  readonly reason: string;
  readonly section: string | null;
  /** Items to come, the one on the screen first. */
  readonly left: readonly string[];
}

/** The item with what is taken over in its draft, unless somebody chose something there already. */
export function withWalk(item: AdjudicationItem, walk: Walk | null): AdjudicationItem {
  const { draft } = item.draft;
  if (walk?.left[0] !== item.item || Object.keys(draft.choices).length > 0) return item;
  const docs = item.labels.map(({ doc }) => doc);
  const { choices, own } = transferDecision(walk.doc, docs, item.schema.doc);
  const lettered = Object.entries(choices).map(([row, choice]): [string, string] => [
    row,
    choice === 'own' ? 'own' : (item.labels[choice]?.letter ?? 'own'),
  ]);
  const taken: DecisionDraft = {
    ...draft,
    choices: Object.fromEntries(lettered),
    own,
    reason: walk.reason,
    section: walk.section,
  };
  return { ...item, draft: { ...item.draft, draft: taken } };
}

/** Where to begin: the first differing row, and the evidence of the first differing step, else of the last that wrote. */
export function startOf(
  item: AdjudicationItem,
  walk: Walk | null,
): { readonly row: string | null; readonly step: number | null } {
  const rows = labelRows(
    item.labels.map(({ doc }) => doc),
    item.schema.doc,
  ).filter(({ differs }) => differs);
  const steps = rows.flatMap((row) => (row.kind === 'step' ? [row.seq] : []));
  const wrote = item.run.steps.findLast((step) => step.wrote)?.seq;
  return {
    row:
      walk === null
        ? (rows[0]?.id ?? null)
        : (rows.find(({ kind }) => kind !== 'outcome')?.id ?? rows[0]?.id ?? null),
    step: steps[0] ?? wrote ?? item.run.steps.at(-1)?.seq ?? null,
  };
}
