import type { Principal } from '../../../lib/contracts/people.ts';
import { settle } from '../../../lib/domain/adjudication/index.ts';
import { EMPTY_LABEL } from '../../../lib/domain/labels/index.ts';
import { hidesItem, type LabelledItem } from './gather.ts';
import { settleRuns } from './settle-run.ts';
import type { AdjudicationParts } from './types.ts';

/**
 * Confirms items whose labels say the same in every row (or that have one label where one is asked for): the decision is what they
 * say, its provenance `agreed`. What the person labelled themselves counts too, since nothing is chosen. Returns how many.
 */
export function confirmAgreed(
  parts: AdjudicationParts,
  items: readonly LabelledItem[],
  who: Principal,
  nowMs: number,
): number {
  const { shelf, blindness } = parts;
  const blind = blindness.of(who);
  let confirmed = 0;
  for (const item of items) {
    if (item.differs || item.waiting || hidesItem(blind, item)) continue;
    const { doc } = settle({
      docs: item.labels.map((label) => label.doc),
      schema: item.schema,
      choices: {},
      own: EMPTY_LABEL,
      rationale: '',
    });
    const decision = {
      project: item.project,
      queue: item.queue,
      item: item.record.id,
      run: item.run,
      person: who.id,
      name: who.name,
      provenance: 'agreed' as const,
      like: null,
      doc,
      schemaVersion: item.schemaVersion,
      from: {},
      basis: item.labels.map(({ id }) => id),
      reason: '',
      section: null,
      revealed: false,
      atMs: nowMs,
    };
    const outcome = shelf.decide(decision, {
      key: null,
      save: null,
      nowMs,
      also: () => {
        settleRuns(parts, item, decision);
      },
    });
    if (outcome.kind === 'decided') confirmed += 1;
  }
  return confirmed;
}
