import type { en } from './en.ts';
import type { Translated } from './translated.ts';
import { grading } from './zh/grading.ts';
import { adjudication } from './zh/adjudication.ts';
import { agreement } from './zh/agreement.ts';
import { annotate } from './zh/annotate.ts';
import { blind } from './zh/blind.ts';
import { app } from './zh/app.ts';
import { audits } from './zh/audits.ts';
import { cells } from './zh/cells.ts';
import { changes } from './zh/changes.ts';
import { common } from './zh/common.ts';
import { compare } from './zh/compare.ts';
import { dev } from './zh/dev.ts';
import { errors } from './zh/errors.ts';
import { filter } from './zh/filter.ts';
import { findings } from './zh/findings.ts';
import { form } from './zh/form.ts';
import { identity } from './zh/identity.ts';
import { jobs } from './zh/jobs.ts';
import { keeping } from './zh/keeping.ts';
import { keys } from './zh/keys.ts';
import { labellingAside } from './zh/labelling-aside.ts';
import { labelling } from './zh/labelling.ts';
import { live } from './zh/live.ts';
import { editor } from './zh/editor.ts';
import { log } from './zh/log.ts';
import { nav } from './zh/nav.ts';
import { guidelines } from './zh/guidelines.ts';
import { labelSchema } from './zh/label-schema.ts';
import { queueAdmin } from './zh/queue-admin.ts';
import { projects } from './zh/projects.ts';
import { observation } from './zh/observation.ts';
import { outcomes } from './zh/outcomes.ts';
import { palette } from './zh/palette.ts';
import { people } from './zh/people.ts';
import { person } from './zh/person.ts';
import { phase } from './zh/phase.ts';
import { run } from './zh/run.ts';
import { runs } from './zh/runs.ts';
import { scenario } from './zh/scenario.ts';
import { scenarios } from './zh/scenarios.ts';
import { schemaDiagram } from './zh/schema-diagram.ts';
import { session } from './zh/session.ts';
import { sessions } from './zh/sessions.ts';
import { settings } from './zh/settings.ts';
import { signIn } from './zh/sign-in.ts';
import { source } from './zh/source.ts';
import { sql } from './zh/sql.ts';
import { steps } from './zh/steps.ts';
import { tables } from './zh/tables.ts';
import { tasks } from './zh/tasks.ts';
import { theme } from './zh/theme.ts';
import { timeline } from './zh/timeline.ts';
import { tools } from './zh/tools.ts';
import { training } from './zh/training.ts';
import { ui } from './zh/ui.ts';
import { verifiers } from './zh/verifiers.ts';
import { verify } from './zh/verify.ts';
import { workspace } from './zh/workspace.ts';

/** The catalogue in Simplified Chinese; a chunk of its own, loaded when it is chosen. */
export const zh: Translated<typeof en> = {
  grading,
  adjudication,
  agreement,
  annotate,
  blind,
  app,
  audits,
  cells,
  changes,
  common,
  compare,
  dev,
  errors,
  filter,
  findings,
  form,
  identity,
  jobs,
  keeping,
  keys,
  labelling,
  labellingAside,
  live,
  editor,
  log,
  nav,
  guidelines,
  labelSchema,
  queueAdmin,
  projects,
  observation,
  outcomes,
  palette,
  people,
  person,
  phase,
  run,
  runs,
  scenario,
  scenarios,
  schemaDiagram,
  session,
  sessions,
  settings,
  signIn,
  source,
  sql,
  steps,
  tables,
  tasks,
  theme,
  timeline,
  tools,
  training,
  ui,
  verifiers,
  verify,
  workspace,
};
