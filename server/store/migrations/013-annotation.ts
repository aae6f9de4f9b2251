function changes(trigger: string, event: string, episode: string): string {
  return `CREATE TRIGGER revision_of_${trigger} AFTER ${event} BEGIN
    DELETE FROM run_revisions WHERE episode = ${episode};
    INSERT INTO run_revisions (episode) VALUES (${episode});
  END;`;
}

function look(trigger: string, event: string, episode: string): string {
  return `CREATE TRIGGER ${trigger} AFTER ${event} BEGIN
    INSERT INTO outcome_pending SELECT ${episode} WHERE NOT EXISTS (SELECT 1 FROM outcome_pending WHERE episode = ${episode});
  END;`;
}

/** People whose word takes a place of an item: `overlap` of them at most. Hidden repeats and gold items take none. */
const TAKES = "round = 0 AND kind = 'work' AND state IN ('reserved', 'submitted', 'returned')";

/** Items that somebody may get. */
const FREE = 'removed_at IS NULL AND gold IS NULL AND taken < overlap';

function recount(trigger: string, event: string, item: string): string {
  return `CREATE TRIGGER annotation_taken_${trigger} AFTER ${event} BEGIN
    UPDATE annotation_items SET
      taken = (SELECT count(*) FROM annotation_assignments WHERE item = ${item} AND ${TAKES}),
      submitted = (SELECT count(*) FROM annotation_assignments WHERE item = ${item} AND round = 0 AND state IN ('submitted', 'returned'))
    WHERE n = ${item};
  END;`;
}

/**
 * Queues, their items, who has which, drafts, submitted labels with all their versions. Items are never deleted: a removed one
 * is what keeps its run from coming back. `labels` gets where a word comes from: a person may say one thing in the library, another in a
 * queue, and settle a third; a decision stands above what others said (`counted_labels`).
 */
export const annotation = `
CREATE TABLE annotation_queues (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  source TEXT,
  settings TEXT NOT NULL,
  overlap INTEGER NOT NULL,
  everyone INTEGER NOT NULL,
  onboarding TEXT,
  relabels TEXT,
  filled_to INTEGER NOT NULL DEFAULT 0,
  made_by TEXT NOT NULL,
  made_at REAL NOT NULL
) STRICT;
CREATE INDEX annotation_queues_by_project ON annotation_queues (project);

CREATE TABLE annotation_members (
  queue INTEGER NOT NULL REFERENCES annotation_queues (n) ON DELETE CASCADE,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  at REAL NOT NULL,
  PRIMARY KEY (queue, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX annotation_members_by_person ON annotation_members (person);

CREATE TABLE annotation_onboarding (
  queue INTEGER NOT NULL REFERENCES annotation_queues (n) ON DELETE CASCADE,
  person TEXT NOT NULL,
  round INTEGER NOT NULL,
  PRIMARY KEY (queue, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE annotation_items (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  queue INTEGER NOT NULL REFERENCES annotation_queues (n) ON DELETE CASCADE,
  run TEXT NOT NULL,
  other_run TEXT NOT NULL DEFAULT '',
  scenario TEXT NOT NULL,
  task_idx INTEGER,
  day TEXT,
  gold TEXT,
  gold_why TEXT NOT NULL DEFAULT '',
  path TEXT NOT NULL,
  identity TEXT,
  place REAL NOT NULL,
  fix_seq INTEGER NOT NULL DEFAULT -1,
  fix_note TEXT,
  targeted INTEGER NOT NULL DEFAULT 0,
  overlap INTEGER NOT NULL,
  taken INTEGER NOT NULL DEFAULT 0,
  submitted INTEGER NOT NULL DEFAULT 0,
  removed_at REAL,
  removed_by TEXT,
  added_at REAL NOT NULL,
  UNIQUE (queue, run, other_run, fix_seq)
) STRICT;
CREATE INDEX annotation_items_of_queue ON annotation_items (queue, n);
CREATE INDEX annotation_items_grouped ON annotation_items (queue, scenario, task_idx, path, n) WHERE ${FREE};
CREATE INDEX annotation_items_placed ON annotation_items (queue, place, n) WHERE ${FREE};
CREATE INDEX annotation_items_by_day ON annotation_items (queue, scenario, task_idx, day);
CREATE INDEX annotation_items_by_other_run ON annotation_items (other_run) WHERE other_run <> '';
CREATE INDEX annotation_items_by_run ON annotation_items (run);
CREATE INDEX annotation_items_by_identity ON annotation_items (queue, identity) WHERE identity IS NOT NULL;
CREATE INDEX annotation_items_gold ON annotation_items (queue, n) WHERE gold IS NOT NULL;

CREATE TABLE annotation_item_runs (
  queue INTEGER NOT NULL,
  run TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES annotation_items (n) ON DELETE CASCADE,
  day TEXT,
  PRIMARY KEY (queue, run)
) STRICT, WITHOUT ROWID;
CREATE INDEX annotation_item_runs_by_item ON annotation_item_runs (item);
CREATE INDEX annotation_item_runs_by_run ON annotation_item_runs (run);

CREATE TABLE annotation_item_people (
  item INTEGER NOT NULL REFERENCES annotation_items (n) ON DELETE CASCADE,
  person TEXT NOT NULL,
  draft TEXT,
  PRIMARY KEY (item, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE annotation_assignments (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  other_alias TEXT UNIQUE,
  queue INTEGER NOT NULL REFERENCES annotation_queues (n) ON DELETE CASCADE,
  item INTEGER NOT NULL REFERENCES annotation_items (n) ON DELETE CASCADE,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  round INTEGER NOT NULL,
  number INTEGER NOT NULL,
  state TEXT NOT NULL,
  reserved_until REAL,
  changed_at REAL NOT NULL,
  skip_reason TEXT,
  skips INTEGER NOT NULL DEFAULT 0,
  schema_version INTEGER NOT NULL,
  guidelines_version INTEGER NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  draft TEXT,
  saved_at REAL,
  active_ms REAL NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  submitted_at REAL,
  edit_until REAL,
  return_note TEXT,
  returned_at REAL,
  revealed_at REAL,
  UNIQUE (item, person, round),
  UNIQUE (queue, person, number)
) STRICT;
CREATE INDEX annotation_assignments_by_person ON annotation_assignments (person, queue, state);
CREATE INDEX annotation_assignments_reserved ON annotation_assignments (queue, reserved_until) WHERE state = 'reserved';
${recount('added', 'INSERT ON annotation_assignments', 'new.item')}
${recount('changed', 'UPDATE OF state, kind ON annotation_assignments', 'new.item')}
${recount('removed', 'DELETE ON annotation_assignments', 'old.item')}

CREATE TABLE annotation_submissions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  assignment INTEGER NOT NULL REFERENCES annotation_assignments (n) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  key TEXT NOT NULL,
  doc TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  guidelines_version INTEGER NOT NULL,
  active_ms REAL NOT NULL,
  at REAL NOT NULL,
  revealed INTEGER NOT NULL,
  current INTEGER NOT NULL,
  UNIQUE (assignment, version),
  UNIQUE (assignment, key)
) STRICT;

CREATE TABLE annotation_comments (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  assignment INTEGER NOT NULL REFERENCES annotation_assignments (n) ON DELETE CASCADE,
  anchor TEXT NOT NULL,
  text TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  at REAL NOT NULL
) STRICT;
CREATE INDEX annotation_comments_by_assignment ON annotation_comments (assignment);

CREATE TABLE labels_of_sources (
  episode INTEGER NOT NULL REFERENCES episodes (n) ON DELETE CASCADE,
  by TEXT NOT NULL,
  source TEXT NOT NULL DEFAULT 'library',
  outcome TEXT NOT NULL,
  note TEXT,
  at REAL NOT NULL,
  PRIMARY KEY (episode, by, source)
) STRICT, WITHOUT ROWID;
INSERT INTO labels_of_sources (episode, by, outcome, note, at) SELECT episode, by, outcome, note, at FROM labels;
DROP TABLE labels;
ALTER TABLE labels_of_sources RENAME TO labels;
${changes('labels_added', 'INSERT ON labels', 'new.episode')}
${changes('labels_changed', 'UPDATE ON labels', 'new.episode')}
${changes('labels_removed', 'DELETE ON labels', 'old.episode')}
${look('outcomes_of_labelled', 'INSERT ON labels', 'new.episode')}
${look('outcomes_of_relabelled', 'UPDATE ON labels', 'new.episode')}
${look('outcomes_of_unlabelled', 'DELETE ON labels', 'old.episode')}
CREATE VIEW counted_labels AS SELECT * FROM labels AS l
  WHERE source = 'decision' OR NOT EXISTS (SELECT 1 FROM labels AS d WHERE d.episode = l.episode AND d.source = 'decision');
`;
