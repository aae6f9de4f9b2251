/** Verdicts of recorded states: what a verifier says of a pair of databases, kept by all that it hangs on. */
export const stateVerdicts = `
CREATE TABLE state_verdicts (
  n INTEGER PRIMARY KEY,
  verifier_hash TEXT NOT NULL,
  initial_hash TEXT NOT NULL,
  final_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  day TEXT NOT NULL,
  verdict TEXT NOT NULL,
  ms REAL NOT NULL,
  detail TEXT,
  UNIQUE (verifier_hash, initial_hash, final_hash, answer, day)
) STRICT;
`;
