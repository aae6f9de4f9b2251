import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';

/** A label that says nothing yet. */
export const EMPTY_LABEL: LabelDoc = {
  outcome: null,
  steps: {},
  firstError: null,
  tags: [],
  confidence: null,
  rationale: '',
  fields: {},
  flagged: false,
  preference: null,
};
