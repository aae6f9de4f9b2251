/** People's sessions, which outlive the server; and whether a person had seen a verdict when an episode ended. */
export const sessions = `
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  actor TEXT NOT NULL,
  transport TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  episode TEXT,
  reset TEXT NOT NULL,
  running TEXT,
  control TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_episode ON sessions (episode) WHERE episode IS NOT NULL;

ALTER TABLE episodes ADD COLUMN baseline INTEGER NOT NULL DEFAULT 0;
ALTER TABLE episodes ADD COLUMN saw_verdict_at INTEGER;
`;
