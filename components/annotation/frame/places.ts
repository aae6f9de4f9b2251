import type { Permission } from '../../../lib/contracts/people.ts';
import type { t } from './messages.ts';

/** Parts of a project's page, each at /annotate/projects/ID/PATH, and what is needed to see them. */
export const PROJECT_PLACES = [
  { path: '', label: 'annotate.queues', needs: 'analyse' },
  { path: 'schema', label: 'annotate.schema', needs: 'label' },
  { path: 'guidelines', label: 'annotate.guidelines', needs: 'label' },
  { path: 'progress', label: 'annotate.progress', needs: 'analyse' },
  { path: 'agreement', label: 'annotate.agreement', needs: 'analyse' },
  { path: 'disagreements', label: 'annotate.disagreements', needs: 'adjudicate' },
  { path: 'grading', label: 'annotate.grading', needs: 'analyse' },
  { path: 'pairs', label: 'annotate.pairs', needs: 'analyse' },
  { path: 'data', label: 'annotate.data', needs: 'analyse' },
] as const satisfies readonly {
  readonly path: string;
  readonly label: Parameters<typeof t>[0];
  readonly needs: Permission;
}[];

export type ProjectPlace = (typeof PROJECT_PLACES)[number]['path'];

export function projectHref(project: string, place: ProjectPlace = ''): string {
  return `/annotate/projects/${project}${place === '' ? '' : `/${place}`}`;
}
