/**
 * Runs that came from elsewhere: the files as they came, the agent's log that was attached, the window of time in which
 * they seem to have been played (their steps have no times), and whether states between are still to be rebuilt.
 */
export const artifacts = `
ALTER TABLE episodes ADD COLUMN clock_from REAL;
ALTER TABLE episodes ADD COLUMN clock_to REAL;
ALTER TABLE episodes ADD COLUMN rebuild TEXT;
CREATE INDEX episodes_to_rebuild ON episodes (n) WHERE rebuild IS NOT NULL;

CREATE TABLE run_files (
  episode INTEGER NOT NULL REFERENCES episodes (n) ON DELETE CASCADE,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  blob TEXT NOT NULL,
  PRIMARY KEY (episode, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_files_by_blob ON run_files (blob);

CREATE TABLE run_messages (
  episode INTEGER PRIMARY KEY REFERENCES episodes (n) ON DELETE CASCADE,
  blob TEXT NOT NULL,
  by TEXT,
  at REAL NOT NULL
) STRICT;
CREATE INDEX run_messages_by_blob ON run_messages (blob);
`;
