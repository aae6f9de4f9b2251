import { grading } from './en/grading.ts';
import { adjudication } from './en/adjudication.ts';
import { agreement } from './en/agreement.ts';
import { annotate } from './en/annotate.ts';
import { blind } from './en/blind.ts';
import { app } from './en/app.ts';
import { audits } from './en/audits.ts';
import { cells } from './en/cells.ts';
import { changes } from './en/changes.ts';
import { common } from './en/common.ts';
import { compare } from './en/compare.ts';
import { dev } from './en/dev.ts';
import { errors } from './en/errors.ts';
import { filter } from './en/filter.ts';
import { findings } from './en/findings.ts';
import { form } from './en/form.ts';
import { identity } from './en/identity.ts';
import { jobs } from './en/jobs.ts';
import { keeping } from './en/keeping.ts';
import { keys } from './en/keys.ts';
import { labellingAside } from './en/labelling-aside.ts';
import { labelling } from './en/labelling.ts';
import { live } from './en/live.ts';
import { editor } from './en/editor.ts';
import { log } from './en/log.ts';
import { nav } from './en/nav.ts';
import { guidelines } from './en/guidelines.ts';
import { labelSchema } from './en/label-schema.ts';
import { queueAdmin } from './en/queue-admin.ts';
import { projects } from './en/projects.ts';
import { observation } from './en/observation.ts';
import { outcomes } from './en/outcomes.ts';
import { palette } from './en/palette.ts';
import { people } from './en/people.ts';
import { person } from './en/person.ts';
import { phase } from './en/phase.ts';
import { run } from './en/run.ts';
import { runs } from './en/runs.ts';
import { scenario } from './en/scenario.ts';
import { scenarios } from './en/scenarios.ts';
import { schemaDiagram } from './en/schema-diagram.ts';
import { session } from './en/session.ts';
import { sessions } from './en/sessions.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/sign-in.ts';
import { source } from './en/source.ts';
import { sql } from './en/sql.ts';
import { steps } from './en/steps.ts';
import { tables } from './en/tables.ts';
import { tasks } from './en/tasks.ts';
import { theme } from './en/theme.ts';
import { timeline } from './en/timeline.ts';
import { tools } from './en/tools.ts';
import { training } from './en/training.ts';
import { ui } from './en/ui.ts';
import { verifiers } from './en/verifiers.ts';
import { verify } from './en/verify.ts';
import { workspace } from './en/workspace.ts';

/**
 * Every word that the studio shows, in ICU message syntax (the subset of ./format.ts: placeholders and plural), one file a
 * feature. Keys are dotted paths into this object.
 */
export const en = {
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
