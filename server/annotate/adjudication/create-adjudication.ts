import { AppError } from '../../../lib/contracts/errors.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { KeptProposal } from '../../store/adjudication/types.ts';
import type { GuidelineProposal, KeptDecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import { otherAlias } from './aliases.ts';
import { confirmAgreed } from './agreed.ts';
import { makeDecision } from './decide.ts';
import { gatherItems, hidesItem, type LabelledItem } from './gather.ts';
import { draftOf, showItem } from './item.ts';
import { drawn } from './letters.ts';
import { listDisagreements } from './list.ts';
import { ItemPlaces } from './places.ts';
import { settleRuns, unsettleRuns } from './settle-run.ts';
import type { Adjudication, AdjudicationParts } from './types.ts';

/** Another may take an item without a sign of its adjudicator after this long; the draft is kept. */
export const HOLD_MS = 10 * 60_000;

export function createAdjudication(parts: AdjudicationParts, now: () => number = Date.now): Adjudication {
  const { shelf, projects, blindness } = parts;
  const cache = new Map<string, { readonly revision: number; readonly items: readonly LabelledItem[] }>();
  const project = (id: string) => {
    const found = projects.project(id);
    if (found === undefined) throw new AppError('not_found', `There is no project ${id}.`);
    return found;
  };
  const itemsOf = (id: string): readonly LabelledItem[] => {
    const revision = parts.records.revision();
    const known = cache.get(id);
    if (known?.revision === revision) return known.items;
    const items = gatherItems(parts, { project: id });
    cache.set(id, { revision, items });
    return items;
  };
  const ofQueue = (id: string, queue: string | undefined) =>
    itemsOf(id).filter((item) => queue === undefined || item.queue === queue);

  const places = new ItemPlaces(parts);
  const itemNow = (id: string): LabelledItem | undefined => {
    const run = places.run(id);
    return run === undefined ? undefined : gatherItems(parts, { run }).find(({ record }) => record.id === id);
  };

  const find = (id: string, who: Principal): LabelledItem => {
    const item = itemNow(id);
    if (item === undefined)
      throw new AppError('not_found', `There is no item ${id} with labels: it was removed, or has none yet.`);
    const blind = blindness.of(who);
    if (hidesItem(blind, item))
      throw new AppError(
        'blind',
        'You have this run to label or may still get it, so that you cannot settle what others said of it. Submit your label first; then somebody else decides.',
      );
    return item;
  };
  /** @throws AppError forbidden, conflict */
  const take = (item: LabelledItem, who: Principal): number => {
    mayDecide(item, who);
    const nowMs = now();
    const standing = shelf.standing(item.record.id);
    if (standing !== undefined)
      throw new AppError('conflict', `${standing.name} decided this item. Open it again to decide anew.`);
    const { id, name } = who;
    const hold = shelf.hold(
      {
        item: item.record.id,
        project: item.project,
        run: item.run,
        person: id,
        name,
        untilMs: nowMs + HOLD_MS,
      },
      nowMs,
    );
    if (hold.person !== who.id)
      throw new AppError(
        'conflict',
        `${hold.name} has this item in hand. Take another; it comes back when they skip it, or after ten minutes without a sign of them.`,
      );
    return hold.untilMs;
  };
  const show = (item: LabelledItem, who: Principal) => showItem(parts, item, who, now());

  return {
    list(id, { queue, show: shown }, who) {
      const { name } = project(id);
      return listDisagreements(parts, {
        project: { id, name },
        items: ofQueue(id, queue),
        show: shown,
        who,
        nowMs: now(),
      });
    },
    async get(id, who) {
      return show(find(id, who), who);
    },
    async hold(id, who) {
      const item = find(id, who);
      take(item, who);
      return show(item, who);
    },
    save(id, save, who) {
      const item = find(id, who);
      const heldUntilMs = take(item, who);
      const labels = drawn(item.labels, id, who.id);
      const basis = labels.map((label) => label.id);
      const outcome = shelf.saveDraft({ item: id, person: who.id }, { ...save, basis });
      const draft = draftOf(outcome.draft, labels);
      if (outcome.kind === 'newer') throw newer(draft);
      return { draft, heldUntilMs, nowMs: now() };
    },
    async decide(id, input, who) {
      const item = find(id, who);
      mayDecide(item, who);
      const labels = drawn(item.labels, id, who.id);
      const { revealedAtMs } = shelf.draft({ item: id, person: who.id });
      const decision = makeDecision(parts, item, {
        ...input,
        labels,
        who,
        nowMs: now(),
        // Whoever decides anew has seen it all; whoever gave it back, or never had it in hand, could look.
        revealed:
          revealedAtMs !== null ||
          shelf.versions(id).length > 0 ||
          !shelf.keptBlind({ item: id, person: who.id }),
      });
      const { key, baseRevision, draft } = input;
      const outcome = shelf.decide(decision, {
        key,
        save: { baseRevision, draft },
        nowMs: now(),
        also: () => {
          settleRuns(parts, item, decision);
          const text = draft.proposal?.trim() ?? '';
          if (text !== '')
            shelf.propose({
              project: item.project,
              item: id,
              section: draft.section,
              text,
              name: who.name,
              atMs: now(),
            });
        },
      });
      switch (outcome.kind) {
        case 'decided':
          return show(item, who);
        case 'standing':
          throw new AppError(
            'conflict',
            `${outcome.decision.name} decided this item meanwhile; your draft is kept.`,
          );
        case 'held':
          throw new AppError('conflict', `${outcome.hold.name} has this item in hand; your draft is kept.`);
        case 'newer':
          throw newer(draftOf(outcome.draft, labels));
      }
    },
    skip(id, reason, who) {
      find(id, who);
      shelf.skip({ item: id, person: who.id }, reason);
    },
    giveBack: (id, except, who) => shelf.giveBack(who.id, project(id).id, except),
    async reveal(id, who) {
      const item = find(id, who);
      take(item, who);
      shelf.reveal({ item: id, person: who.id });
      return show(item, who);
    },
    async reopen(id, who) {
      const item = find(id, who);
      mayDecide(item, who);
      const by = shelf.standing(id)?.name ?? '';
      const undone = shelf.undo(id, who.name, () => {
        unsettleRuns(parts, item, by);
      });
      if (!undone)
        throw new AppError('conflict', 'No decision stands of this item: it was taken back already.');
      return show(item, who);
    },
    confirmAgreed(id, queue, who) {
      project(id);
      return confirmAgreed(parts, ofQueue(id, queue), who, now());
    },
    proposals: (id) =>
      shelf
        .proposals(project(id).id)
        .map(toProposal)
        .sort((a, b) => Number(b.state === 'open') - Number(a.state === 'open')),
    answerProposal(id, state, who) {
      const answered = shelf.answer(id, state, who.name);
      if (answered === undefined) throw new AppError('not_found', `There is no proposal ${id}.`);
      return toProposal(answered);
    },
    runOfItem(alias, who) {
      const blind = blindness.of(who);
      for (const id of [alias, otherAlias(alias)]) {
        const item = itemNow(id);
        const run = id === alias ? item?.run : item?.otherRun;
        if (typeof run === 'string') return blind.hides(run) ? undefined : run;
      }
      return undefined;
    },
    decisions: (filter) => shelf.decisions(filter),
    revision: () => shelf.revision(),
  };
}

function mayDecide({ labels }: LabelledItem, { id }: Principal): void {
  if (labels.some(({ person }) => person === id))
    throw new AppError(
      'forbidden',
      'You labelled this run, so that somebody else decides between the labels of it.',
    );
}

function newer(draft: KeptDecisionDraft): AppError {
  return new AppError('conflict', 'Another tab saved this decision since; look at what stands there.', {
    details: { draft },
  });
}

function toProposal({
  id,
  item,
  section,
  text,
  name,
  atMs,
  state,
  answeredBy,
}: KeptProposal): GuidelineProposal {
  return { id, item, section, text, name, atMs, state, answeredBy };
}
