import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import { t } from './messages.ts';

/** Which run of a pair is better, in a word. */
export function preferred(preference: NonNullable<LabelDoc['preference']>): string {
  return { a: t('labelling.runA'), b: t('labelling.runB'), tie: t('labelling.tie') }[preference];
}
