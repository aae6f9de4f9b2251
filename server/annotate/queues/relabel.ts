import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { AnnotationShelf, KeptQueue, NewItem, Who } from '../../store/annotation/types.ts';
import type { ProjectReader } from '../labelling/index.ts';
import { leansOn, sectionsOf } from './leans-on.ts';

export interface Relabelling {
  readonly items: readonly NewItem[];
  readonly people: readonly Who[];
  readonly labels: number;
  /** Such labels of gold items, which are left out: what is known of these is looked at first. */
  readonly gold: number;
  /** The most people that gave one item a label: what the new queue's overlap must hold. */
  readonly overlap: number;
}

/** Current labels of a queue that were given under older documents and lean on the sections (none: all of them). */
export function labelsToGiveAgain(
  shelf: AnnotationShelf,
  projects: ProjectReader,
  queue: KeptQueue,
  sections: readonly string[],
): Relabelling {
  const project = projects.find(queue.project);
  const items = new Map<
    string,
    Omit<NewItem, 'people'> & { people: { person: string; draft: LabelDoc }[] }
  >();
  const people = new Map<string, string>();
  let labels = 0;
  let gold = 0;
  for (const record of shelf.submissions({ queue: queue.id })) {
    if (!record.current || record.itemKind === 'repeat' || record.copiedFrom !== null) continue;
    const isOld =
      record.guidelinesVersion < (project?.guidelinesVersion ?? 0) ||
      record.schemaVersion < (project?.schemaVersion ?? 0);
    if (!isOld) continue;
    const schema = projects.schema(queue.project, record.schemaVersion).doc;
    if (sections.length > 0 && !leansOn(sectionsOf(record.doc, schema), sections)) continue;
    if (record.itemKind === 'gold') {
      gold += 1;
      continue;
    }
    labels += 1;
    people.set(record.person, record.name);
    const { run, otherRun } = record;
    const item = items.get(record.item) ?? { run, ...(otherRun !== null && { otherRun }), people: [] };
    item.people.push({ person: record.person, draft: record.doc });
    items.set(record.item, item);
  }
  return {
    items: [...items.values()],
    people: [...people].map(([id, name]) => ({ id, name })),
    labels,
    gold,
    overlap: Math.max(1, ...[...items.values()].map((item) => item.people.length)),
  };
}
