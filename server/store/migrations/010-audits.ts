/**
 * What auditing a scenario came to, by its fingerprint: it holds as long as nothing of the scenario changes and the audit
 * asks the same questions (`version`). The baseline: findings that are known.
 */
export const audits = `
CREATE TABLE audit_results (
  scenario_hash TEXT PRIMARY KEY,
  scenario TEXT NOT NULL,
  version INTEGER NOT NULL,
  at REAL NOT NULL,
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_baseline (
  fingerprint TEXT PRIMARY KEY,
  entry TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
