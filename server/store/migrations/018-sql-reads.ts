/**
 * Both verifiers of a task count for what its verifiers read. `outcome_tasks` knows what runs were graded with; `task_verifiers`
 * what the pack has, for a mode that no run was graded in. Reads have columns now: those that can be made again, are.
 */
export const sqlReads = `
ALTER TABLE outcome_tasks ADD COLUMN sql_verifier_hash TEXT;

CREATE TABLE task_verifiers (
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  code TEXT,
  sql TEXT,
  PRIMARY KEY (scenario, task_idx)
) STRICT, WITHOUT ROWID;

CREATE VIEW outcome_verifiers AS
SELECT t.id AS task, 'code' AS mode, coalesce(t.verifier_hash, p.code) AS hash
FROM outcome_tasks AS t LEFT JOIN task_verifiers AS p ON p.scenario = t.scenario AND p.task_idx = t.task_idx
WHERE coalesce(t.verifier_hash, p.code) IS NOT NULL
UNION ALL
SELECT t.id, 'sql', coalesce(t.sql_verifier_hash, p.sql)
FROM outcome_tasks AS t LEFT JOIN task_verifiers AS p ON p.scenario = t.scenario AND p.task_idx = t.task_idx
WHERE coalesce(t.sql_verifier_hash, p.sql) IS NOT NULL;

DELETE FROM verifier_reads WHERE tables IS NOT NULL AND EXISTS (
  SELECT 1 FROM outcome_runs AS r JOIN episodes AS e ON e.n = r.episode AND e.kept IN ('full', 'final')
  WHERE r.state = verifier_reads.state AND r.verdict = 'complete');
INSERT INTO outcome_pending SELECT DISTINCT episode FROM verdicts JOIN episodes ON n = episode
WHERE mode = 'sql' AND ended_at IS NOT NULL AND episode NOT IN (SELECT episode FROM outcome_pending);
UPDATE outcome_tasks SET stale = max(stale, 1);
`;
