import type { t } from './messages.ts';

/** Parts of a project's page, each at /annotate/projects/ID/PATH. */
export const PROJECT_PLACES = [
  { path: '', label: 'annotate.queues' },
  { path: 'schema', label: 'annotate.schema' },
  { path: 'guidelines', label: 'annotate.guidelines' },
  { path: 'progress', label: 'annotate.progress' },
  { path: 'agreement', label: 'annotate.agreement' },
  { path: 'disagreements', label: 'annotate.disagreements' },
  { path: 'grading', label: 'annotate.grading' },
  { path: 'pairs', label: 'annotate.pairs' },
  { path: 'data', label: 'annotate.data' },
] as const satisfies readonly { readonly path: string; readonly label: Parameters<typeof t>[0] }[];

export type ProjectPlace = (typeof PROJECT_PLACES)[number]['path'];

export function projectHref(project: string, place: ProjectPlace = ''): string {
  return `/annotate/projects/${project}${place === '' ? '' : `/${place}`}`;
}
