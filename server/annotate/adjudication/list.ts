import type { Disagreement, Disagreements } from '../../../lib/contracts/annotation/adjudication.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import { causeKey, causesOf, type Cause } from '../../../lib/domain/adjudication/index.ts';
import type { KeptDecision } from '../../store/adjudication/types.ts';
import { hidesItem, type LabelledItem } from './gather.ts';
import { standingOf, type Standing } from './standing.ts';
import type { AdjudicationParts } from './types.ts';

type Parts = Pick<AdjudicationParts, 'projects' | 'runs' | 'shelf' | 'blindness'>;

export interface ListInput {
  readonly project: { readonly id: string; readonly name: string };
  /** Of the project (and queue), agreed ones too. */
  readonly items: readonly LabelledItem[];
  readonly show: 'todo' | 'decided' | 'all';
  readonly who: Principal;
  readonly nowMs: number;
}

/** Largest groups first, those of sections before others; in a group as the queue has them. */
export function listDisagreements(parts: Parts, input: ListInput): Disagreements {
  const { who, nowMs, show } = input;
  const blind = parts.blindness.of(who);
  const seen = input.items.filter((item) => !hidesItem(blind, item));
  const decisions = new Map(
    parts.shelf.decisions({ project: input.project.id }).map((decision) => [decision.item, decision]),
  );
  const standing = standingOf(parts, who, nowMs);
  const disputed = seen.filter((item) => isDisputed(item, decisions.get(item.record.id)));
  const ofProject = parts.shelf.inHand(who.id).filter(({ project }) => project === input.project.id);
  const inHand = new Set(ofProject.map(({ item }) => item));
  const counts = { open: 0, held: 0, waiting: 0, skipped: 0, decided: 0 };
  const rows = disputed.map((item) => ({
    ...toRow(item, decisions.get(item.record.id), standing),
    inHand: inHand.has(item.record.id),
  }));
  for (const { state } of rows) counts[state] += 1;
  const causes = causesOf(
    disputed.map(({ record, labels, schema, rows: all, run }) => ({
      scenario: record.scenario,
      docs: labels.map(({ doc }) => doc),
      schema,
      rows: all.filter(({ differs }) => differs),
      toolAt: (seq: number) => parts.runs.steps(run).find((step) => step.seq === seq)?.toolName ?? null,
    })),
  );
  const equal = seen.filter((item) => !item.differs && !item.waiting);
  const confirmed = equal.filter(({ record }) => decisions.get(record.id)?.provenance === 'agreed').length;
  return {
    project: input.project,
    groups: group(rows, causes, parts.projects.guidelines(input.project.id)?.sections ?? []).filter(
      keepShown(show),
    ),
    counts: {
      ...counts,
      agreed: equal.filter(({ record }) => !decisions.has(record.id)).length,
      confirmed,
      hidden: input.items.length - seen.length,
      inHand: inHand.size,
    },
  };
}

/** Labels differ, or somebody decided of labels that did. */
function isDisputed({ differs }: LabelledItem, decision: KeptDecision | undefined): boolean {
  return differs || (decision !== undefined && decision.provenance !== 'agreed');
}

function toRow(
  item: LabelledItem,
  decision: KeptDecision | undefined,
  standing: Standing,
): Omit<Disagreement, 'inHand'> {
  const { record, labels, rows, queue } = item;
  return {
    item: record.id,
    queue,
    scenario: record.scenario,
    taskIdx: record.taskIdx,
    labels: labels.length,
    rows: rows.filter(({ differs }) => differs).map(({ id }) => id),
    ...standing(item, decision),
  };
}

type Group = Disagreements['groups'][number];

function keepShown(show: ListInput['show']): (group: Group) => boolean {
  return (each) => {
    each.items = each.items.filter(
      ({ state }) => show === 'all' || (state === 'decided') === (show === 'decided'),
    );
    return each.items.length > 0;
  };
}

function group(
  rows: readonly Disagreement[],
  causes: readonly Cause[],
  sections: readonly { readonly number: string; readonly title: string }[],
): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, row] of rows.entries()) {
    const cause = causes[index];
    if (cause === undefined) continue;
    const key = causeKey(cause);
    const known = groups.get(key);
    if (known !== undefined) {
      known.items.push(row);
      continue;
    }
    const named =
      cause.kind === 'section' ? sections.find(({ number }) => number === cause.section) : undefined;
    groups.set(key, {
      key,
      cause: cause.kind === 'outcome' ? { ...cause, outcomes: [...cause.outcomes] } : cause,
      section: named === undefined ? null : { number: named.number, title: named.title },
      items: [row],
    });
  }
  const rank = ({ cause, items }: Group) => (cause.kind === 'section' ? 1e6 : 0) + items.length;
  return [...groups.values()].sort((a, b) => rank(b) - rank(a));
}
