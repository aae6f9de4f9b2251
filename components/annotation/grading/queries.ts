import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callApi } from '../../../lib/client/api.ts';
import type { gradingQuerySchema } from '../../../lib/contracts/annotation/grading.ts';
import { gradingRoutes } from '../../../lib/contracts/annotation/rest-grading.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';

export type Asked = z.input<typeof gradingQuerySchema>;

export function gradingQuery(project: string, query: Asked) {
  return queryOptions({
    queryKey: ['grading', project, query] as const,
    queryFn: ({ signal }) => callApi(gradingRoutes.getGrading, { params: { id: project }, query }, signal),
    retry: false,
  });
}

export function projectNameQuery(project: string) {
  return queryOptions({
    queryKey: ['project-name', project] as const,
    queryFn: ({ signal }) => callApi(projectsRoutes.getProject, { params: { id: project } }, signal),
    select: ({ id, name }) => ({ id, name }),
    retry: false,
  });
}
