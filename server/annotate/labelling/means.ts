import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import type { KeptAssignment } from '../../store/annotation/types.ts';
import type { ProjectReader } from './types.ts';

/** What a label's outcome is in the library of runs, by the schema that it was given under; null: it says none. */
export function meansOf(
  projects: ProjectReader,
  { queue, schemaVersion }: Pick<KeptAssignment, 'queue' | 'schemaVersion'>,
  { outcome }: LabelDoc,
): LabelOutcome | null {
  if (outcome === null) return null;
  const { outcomes } = projects.schema(queue.project, schemaVersion).doc;
  return outcomes.find(({ value }) => value === outcome)?.means ?? null;
}
