import type * as z from 'zod/mini';
import { projectsRoutes } from './annotation/rest-projects.ts';
import { labellingRoutes } from './annotation/rest-labelling.ts';
import { queueAdminRoutes } from './annotation/rest-queues.ts';
import { agreementRoutes } from './annotation/rest-agreement.ts';
import { adjudicationRoutes } from './annotation/rest-adjudication.ts';
import { gradingRoutes } from './annotation/rest-grading.ts';
import { pairsRoutes } from './annotation/rest-pairs.ts';
import { datasetsRoutes } from './annotation/rest-datasets.ts';
import { peopleRoutes } from './rest-people.ts';
import type { Principal } from './people.ts';
import { artifactRoutes } from './rest-artifacts.ts';
import { auditRoutes } from './rest-audits.ts';
import { branchRoutes } from './rest-branches.ts';
import { evidenceRoutes } from './rest-evidence.ts';
import { keepingRoutes } from './rest-keeping.ts';
import { jobRoutes } from './rest-jobs.ts';
import { studioRoutes } from './rest-studio.ts';
import { workbenchRoutes } from './rest-workbench.ts';
import { outcomeRoutes } from './rest-outcomes.ts';
import { runRoutes } from './rest-runs.ts';
import type { RouteSpec } from './route.ts';

export { errorBodySchema } from './rest-schemas.ts';
export type { RouteSpec } from './route.ts';
export type { ErrorBody, Scenario, ToolInfo } from './rest-schemas.ts';

/** All routes. Pages take those that they call from the tables themselves, so that they do not load the others. */
export const routes = {
  ...studioRoutes,
  ...evidenceRoutes,
  ...runRoutes,
  ...branchRoutes,
  ...artifactRoutes,
  ...keepingRoutes,
  ...auditRoutes,
  ...jobRoutes,
  ...workbenchRoutes,
  ...outcomeRoutes,
  ...peopleRoutes,
  ...projectsRoutes,
  ...queueAdminRoutes,
  ...labellingRoutes,
  ...agreementRoutes,
  ...adjudicationRoutes,
  ...gradingRoutes,
  ...pairsRoutes,
  ...datasetsRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Parsed<R extends RouteSpec, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodMiniType
  ? z.output<R[K]>
  : undefined;

/** What a handler gets of a request. */
export interface RouteRequest<R extends RouteSpec> {
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** Who acts; null: a caller that does not say. */
  readonly page: string | null;
  /** Whose word it is; NOBODY where the caller does not say. */
  readonly person: string;
  readonly who: Principal;
  /** The body of an upload as it comes in. */
  readonly file: R extends { readonly upload: true } ? AsyncIterable<Uint8Array> : undefined;
}

/** What a handler answers. */
export type RouteAnswer<R extends RouteSpec> = z.input<R['response']>;
