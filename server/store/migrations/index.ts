import type { Database } from 'better-sqlite3';
import { AppError } from '../../../lib/contracts/errors.ts';
import { first } from './001-first.ts';
import { sessions } from './002-sessions.ts';
import { states } from './003-states.ts';
import { stateVerdicts } from './004-verdicts.ts';
import { runs } from './005-runs.ts';
import { tasks } from './006-tasks.ts';
import { artifacts } from './007-artifacts.ts';
import { branches } from './008-branches.ts';
import { verifiers } from './009-verifiers.ts';
import { audits } from './010-audits.ts';
import { keeping } from './011-keeping.ts';
import { people } from './012-people.ts';
import { annotation } from './013-annotation.ts';
import { projects } from './014-projects.ts';
import { adjudication } from './015-adjudication.ts';
import { adjudicationOpened } from './017-adjudication-opened.ts';
import { pairs } from './016-pairs.ts';
import { sqlReads } from './018-sql-reads.ts';

/** In order; a database of version n gets the scripts from n on. A script that was released never changes. */
const MIGRATIONS: readonly string[] = [
  first,
  sessions,
  states,
  stateVerdicts,
  runs,
  tasks,
  artifacts,
  branches,
  verifiers,
  audits,
  keeping,
  people,
  annotation,
  projects,
  adjudication,
  pairs,
  adjudicationOpened,
  sqlReads,
];

export const CATALOG_VERSION = MIGRATIONS.length;

/** Brings the catalog to this version, each script in a transaction of its own. @throws AppError conflict for a newer one */
export function migrate(db: Database, file: string): void {
  const found = Number(db.pragma('user_version', { simple: true }));
  if (found > CATALOG_VERSION) {
    throw new AppError(
      'conflict',
      `${file} was written by a newer version (format ${found}; this one reads up to ${CATALOG_VERSION}). ` +
        'Start the newer version, or give another --home.',
      { details: { file, found, supported: CATALOG_VERSION } },
    );
  }
  MIGRATIONS.slice(found).forEach((script, i) => {
    db.transaction(() => {
      db.exec(script);
      db.pragma(`user_version = ${found + i + 1}`);
    }).immediate();
  });
}
