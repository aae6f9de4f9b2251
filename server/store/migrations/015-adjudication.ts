/**
 * Decisions over differing labels. One decision of an item stands at a time; those that were taken back stay. Holding an item
 * keeps it from others until `until`; what an adjudicator chose so far is their own. Times are Unix milliseconds.
 */
export const adjudication = `
CREATE TABLE adjudication_holds (
  item TEXT NOT NULL PRIMARY KEY,
  run TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  until REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX adjudication_holds_by_person ON adjudication_holds (person);

CREATE TABLE adjudication_drafts (
  item TEXT NOT NULL,
  person TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  draft TEXT,
  basis TEXT,
  saved_at REAL,
  revealed_at REAL,
  skipped_at REAL,
  skip_reason TEXT,
  PRIMARY KEY (item, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE decisions (
  id TEXT NOT NULL PRIMARY KEY,
  project TEXT NOT NULL,
  queue TEXT NOT NULL,
  item TEXT NOT NULL,
  run TEXT NOT NULL,
  version INTEGER NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  provenance TEXT NOT NULL,
  "like" TEXT,
  doc TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  sources TEXT NOT NULL,
  basis TEXT NOT NULL,
  reason TEXT NOT NULL,
  section TEXT,
  revealed INTEGER NOT NULL,
  submit_key TEXT,
  at REAL NOT NULL,
  undone_by TEXT,
  undone_at REAL,
  UNIQUE (item, version)
) STRICT;
CREATE UNIQUE INDEX decisions_standing ON decisions (item) WHERE undone_at IS NULL;
CREATE INDEX decisions_by_project ON decisions (project);
CREATE INDEX decisions_by_run ON decisions (run);

CREATE TABLE guideline_proposals (
  id TEXT NOT NULL PRIMARY KEY,
  project TEXT NOT NULL,
  item TEXT NOT NULL,
  section TEXT,
  text TEXT NOT NULL,
  name TEXT NOT NULL,
  at REAL NOT NULL,
  state TEXT NOT NULL,
  answered_by TEXT
) STRICT;
CREATE INDEX guideline_proposals_by_project ON guideline_proposals (project);
`;
