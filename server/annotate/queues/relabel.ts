import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { AnnotationShelf, KeptQueue, NewItem, Who } from '../../store/annotation/types.ts';
import type { ProjectReader } from '../labelling/index.ts';
import { leansOn, sectionsOf } from './leans-on.ts';

export interface Relabelling {
  readonly items: readonly NewItem[];
  readonly people: readonly Who[];
  readonly labels: number;
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
  const items = new Map<string, { person: string; draft: LabelDoc }[]>();
  const people = new Map<string, string>();
  let labels = 0;
  for (const record of shelf.submissions({ queue: queue.id })) {
    if (
      !record.current ||
      record.itemKind !== 'work' ||
      record.copiedFrom !== null ||
      record.otherRun !== null
    )
      continue;
    const isOld =
      record.guidelinesVersion < (project?.guidelinesVersion ?? 0) ||
      record.schemaVersion < (project?.schemaVersion ?? 0);
    if (!isOld) continue;
    const schema = projects.schema(queue.project, record.schemaVersion).doc;
    if (sections.length > 0 && !leansOn(sectionsOf(record.doc, schema), sections)) continue;
    labels += 1;
    people.set(record.person, record.name);
    const of = items.get(record.run) ?? [];
    of.push({ person: record.person, draft: record.doc });
    items.set(record.run, of);
  }
  return {
    items: [...items].map(([run, given]) => ({ run, people: given })),
    people: [...people].map(([id, name]) => ({ id, name })),
    labels,
    overlap: Math.max(1, ...[...items.values()].map((given) => given.length)),
  };
}
