/** Projects, with every version of their schemas and guidelines; a version is never changed or removed. */
export const projects = `
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at REAL NOT NULL,
  archived_at REAL
) STRICT, WITHOUT ROWID;

CREATE TABLE project_documents (
  project TEXT NOT NULL REFERENCES projects (id),
  kind TEXT NOT NULL CHECK (kind IN ('schema', 'guidelines')),
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  doc TEXT NOT NULL,
  source TEXT,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at REAL NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (project, kind, version)
) STRICT, WITHOUT ROWID;
`;
