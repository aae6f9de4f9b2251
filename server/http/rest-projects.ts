import type { projectsRoutes } from '../../lib/contracts/annotation/rest-projects.ts';
import type { ItemLabel } from '../../lib/contracts/annotation/projects.ts';
import type { SaidOfRun } from '../annotate/index.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

type ProjectHandlers = Pick<Handlers, keyof typeof projectsRoutes>;

export function projectHandlers({ projects }: HttpContext): ProjectHandlers {
  return {
    listProjects: ({ query }) => ({ items: [...projects.list(query.archived)] }),
    createProject: ({ body, who }) => projects.create(dropUndefined(body), who),
    getProject: ({ params }) => projects.get(params.id),
    updateProject: ({ params, body }) => projects.update(params.id, dropUndefined(body)),
    listProjectVersions: ({ params }) => ({ items: [...projects.versions(params.id, params.kind)] }),
    getSchemaVersion: ({ params }) => projects.schema(params.id, params.version),
    getGuidelinesVersion: ({ params }) => projects.guidelines(params.id, params.version),
    saveSchema: ({ params, body, who }) => projects.saveSchema(params.id, body, who),
    saveGuidelines: ({ params, body, who }) => projects.saveGuidelines(params.id, body, who),
    listItemLabels({ params, blind }) {
      const said = projects.itemLabels(params.id, params.item);
      const hidden = said.some(({ run }) => blind.hides(run));
      return { items: hidden ? [] : said.map(withoutRun), hidden };
    },
    getSchemaEffects: ({ params, body }) => {
      const { items, labels } = projects.effects(params.id, body.doc);
      return { items: [...items], labels };
    },
  };
}

function withoutRun({ kind, name, atMs, schemaVersion, doc }: SaidOfRun): ItemLabel {
  return { kind, name, atMs, schemaVersion, doc };
}
