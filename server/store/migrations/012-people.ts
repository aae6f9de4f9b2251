/**
 * People, sign-ins, invites, API tokens and the log of access. Secrets stand here as SHA-256 hashes only: they are 256 random
 * bits, so that a slow hash would add nothing.
 */
export const people = `
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  roles TEXT NOT NULL,
  via TEXT NOT NULL,
  issuer TEXT,
  subject TEXT,
  disabled INTEGER NOT NULL DEFAULT 0,
  created_at REAL NOT NULL,
  seen_at REAL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX people_by_subject ON people (issuer, subject) WHERE issuer IS NOT NULL;

CREATE TABLE sign_ins (
  id TEXT PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL,
  device TEXT NOT NULL,
  created_at REAL NOT NULL,
  seen_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_by_person ON sign_ins (person);

CREATE TABLE invites (
  id TEXT PRIMARY KEY,
  secret_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT,
  note TEXT NOT NULL,
  by TEXT NOT NULL,
  created_at REAL NOT NULL,
  expires_at REAL NOT NULL,
  used_at REAL,
  used_by TEXT,
  revoked_at REAL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL,
  prefix TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at REAL NOT NULL,
  expires_at REAL NOT NULL,
  last_used_at REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX api_tokens_by_person ON api_tokens (person);

CREATE TABLE access_log (
  n INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  by TEXT NOT NULL,
  action TEXT NOT NULL,
  about TEXT NOT NULL
) STRICT;
`;
