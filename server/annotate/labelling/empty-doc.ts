import { labelDocSchema, type LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';

/** Nothing said yet. */
export const EMPTY_DOC: LabelDoc = labelDocSchema.parse({});
