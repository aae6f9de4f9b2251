import type { MessageKey } from '../messages.ts';

interface Example {
  readonly label: MessageKey;
  readonly sql: string;
}

/** Questions that people have, to begin from. */
export const STATE_EXAMPLES: readonly Example[] = [
  {
    label: 'runs.states.exampleTables',
    sql: `SELECT "table", kind, count(DISTINCT run) AS runs, count(*) AS cells
FROM changes
GROUP BY "table", kind
ORDER BY runs DESC`,
  },
  {
    label: 'runs.states.exampleRows',
    sql: `SELECT DISTINCT run, "table", "key"
FROM changes
WHERE kind = 'deleted'`,
  },
  {
    label: 'runs.states.exampleCells',
    sql: `SELECT "table", "column", now, count(DISTINCT run) AS runs
FROM changes
WHERE kind = 'updated'
GROUP BY "table", "column", now
ORDER BY runs DESC`,
  },
  {
    label: 'runs.states.exampleErrors',
    sql: `SELECT runs.id AS run, runs.reward, count(DISTINCT changes."table" || '/' || changes."key") AS rows
FROM runs JOIN changes ON changes.run = runs.id
WHERE runs.verdict = 'complete'
GROUP BY runs.id
ORDER BY rows DESC`,
  },
];
