const SHOWN =
  'scenario, task, experiment, policy, checkpoint, train_step, run_group, sample, tags, steps, ended_at, end_reason, ' +
  'verdict, reward, final_answer, pinned, origin';

/**
 * No OR REPLACE and no OR IGNORE in a trigger: they give way to the conflict rule of the statement that fired it, which
 * for an upsert is to fail.
 */
function changes(trigger: string, event: string, episode: string): string {
  return `CREATE TRIGGER revision_of_${trigger} AFTER ${event} BEGIN
    DELETE FROM run_revisions WHERE episode = ${episode};
    INSERT INTO run_revisions (episode) VALUES (${episode});
  END;`;
}

/**
 * The library of runs: where an episode comes from, what is known of its end, people's words on it. `run_facts` is made in
 * the background after the end (`facts_pending`: of which runs); `run_revisions` says which run changed since a reader last looked.
 */
export const runs = `
ALTER TABLE episodes ADD COLUMN origin TEXT NOT NULL DEFAULT 'played';
ALTER TABLE episodes ADD COLUMN parent_id TEXT;
ALTER TABLE episodes ADD COLUMN parent_seq INTEGER;
ALTER TABLE episodes ADD COLUMN content_hash TEXT;
ALTER TABLE episodes ADD COLUMN missing TEXT;
ALTER TABLE steps ADD COLUMN reconstructed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX episodes_by_parent ON episodes (parent_id) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX episodes_by_content ON episodes (content_hash) WHERE content_hash IS NOT NULL;

CREATE TABLE run_facts (
  episode INTEGER PRIMARY KEY REFERENCES episodes (n) ON DELETE CASCADE,
  calls INTEGER,
  errors INTEGER,
  statuses TEXT,
  error_types TEXT,
  verifies INTEGER,
  code TEXT,
  sql TEXT,
  regraded TEXT,
  wrote INTEGER,
  tables TEXT,
  collateral INTEGER,
  omitted INTEGER,
  unread INTEGER,
  suspicions TEXT,
  end_state TEXT
) STRICT;

CREATE TABLE labels (
  episode INTEGER NOT NULL REFERENCES episodes (n) ON DELETE CASCADE,
  by TEXT NOT NULL,
  outcome TEXT NOT NULL,
  note TEXT,
  at REAL NOT NULL,
  PRIMARY KEY (episode, by)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  id TEXT PRIMARY KEY,
  episode INTEGER NOT NULL REFERENCES episodes (n) ON DELETE CASCADE,
  seq INTEGER,
  text TEXT NOT NULL,
  by TEXT NOT NULL,
  at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_by_episode ON notes (episode);

CREATE TABLE run_views (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  columns TEXT,
  at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE run_revisions (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  episode INTEGER NOT NULL UNIQUE
) STRICT;
INSERT INTO run_revisions (episode) SELECT n FROM episodes ORDER BY n;

CREATE TABLE facts_pending (episode INTEGER PRIMARY KEY) STRICT;
INSERT INTO facts_pending SELECT n FROM episodes WHERE ended_at IS NOT NULL;
CREATE TRIGGER facts_of_one_that_came AFTER INSERT ON episodes WHEN new.ended_at IS NOT NULL BEGIN
  INSERT INTO facts_pending SELECT new.n WHERE NOT EXISTS (SELECT 1 FROM facts_pending WHERE episode = new.n);
END;
CREATE TRIGGER facts_of_one_that_ended AFTER UPDATE OF ended_at, steps, final_hash, verdict ON episodes
WHEN new.ended_at IS NOT NULL BEGIN
  INSERT INTO facts_pending SELECT new.n WHERE NOT EXISTS (SELECT 1 FROM facts_pending WHERE episode = new.n);
END;
CREATE TRIGGER facts_of_one_that_goes BEFORE DELETE ON episodes BEGIN
  DELETE FROM facts_pending WHERE episode = old.n;
END;
${[
  changes('episodes_begun', 'INSERT ON episodes', 'new.n'),
  changes('episodes_changed', `UPDATE OF ${SHOWN} ON episodes`, 'new.n'),
  changes('episodes_removed', 'DELETE ON episodes', 'old.n'),
  ...['run_facts', 'labels', 'notes'].flatMap((table) => [
    changes(`${table}_added`, `INSERT ON ${table}`, 'new.episode'),
    changes(`${table}_changed`, `UPDATE ON ${table}`, 'new.episode'),
    changes(`${table}_removed`, `DELETE ON ${table}`, 'old.episode'),
  ]),
].join('\n')}
`;
