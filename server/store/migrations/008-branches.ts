/** What the last replay of a run came to (JSON, `replayResultSchema`). */
export const branches = `
CREATE TABLE replays (
  episode INTEGER PRIMARY KEY REFERENCES episodes (n) ON DELETE CASCADE,
  at REAL NOT NULL,
  outcome TEXT NOT NULL,
  result TEXT NOT NULL
) STRICT;
`;
