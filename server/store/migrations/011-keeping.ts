/**
 * Deleting and keeping. A deleted run's row moves to `deleted_runs` as JSON, so that no query sees it, and back where that
 * is undone; what hangs on its number stays until it is gone for good. Numbers are never used again.
 */
export const keeping = `
CREATE TABLE deletions (
  id TEXT PRIMARY KEY,
  by TEXT NOT NULL,
  at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE deleted_runs (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  deletion TEXT NOT NULL REFERENCES deletions (id),
  row TEXT NOT NULL
) STRICT;
CREATE INDEX deleted_runs_by_deletion ON deleted_runs (deletion);

CREATE TABLE run_numbers (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
INSERT INTO run_numbers SELECT 1, coalesce(max(n), 0) FROM episodes;

CREATE TABLE keeping_rules (
  experiment TEXT NOT NULL PRIMARY KEY,
  states TEXT,
  days REAL,
  newest INTEGER,
  bytes REAL
) STRICT, WITHOUT ROWID;
`;
