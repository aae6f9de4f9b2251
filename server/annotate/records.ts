import type { DecisionRecord, RecordFilter } from '../../lib/contracts/annotation/records.ts';
import type { AnnotationShelf } from '../store/annotation/types.ts';
import type { AnnotationRecords } from './types.ts';

/** Decisions are kept by adjudication. */
export interface DecisionSource {
  decisions(filter: RecordFilter): readonly DecisionRecord[];
  revision(): number;
}

const NONE: DecisionSource = { decisions: () => [], revision: () => 0 };

/** All that was labelled, out of the catalog. */
export function createRecords(shelf: AnnotationShelf, decided: DecisionSource = NONE): AnnotationRecords {
  return {
    submissions: (filter) => shelf.submissions(filter),
    items: (filter) => shelf.itemRecords(filter),
    decisions: (filter) => decided.decisions(filter),
    revision: () => shelf.revision() + decided.revision(),
  };
}
