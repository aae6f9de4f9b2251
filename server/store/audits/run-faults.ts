import type { Catalog } from '../catalog.ts';
import type { RunFaults, SeenIn } from './types.ts';

const SHOWN = 10;
const LOOKED_AT = `e.ended_at IS NOT NULL AND e.origin <> 'what_if'`;

const MISCLASSED = `
SELECT e.scenario, s.tool_name AS tool, s.http_status AS status, s.reward_type AS rewardType, e.id AS run, s.seq
FROM steps s JOIN episodes e ON e.n = s.episode
WHERE s.kind = 'call_tool' AND s.tool_name IS NOT NULL AND ${LOOKED_AT} AND (
  (s.http_status BETWEEN 400 AND 499 AND s.http_status <> 422 AND s.reward_type IN ('tool_not_found', 'invalid_args', 'invalid_action'))
  OR (s.http_status >= 500 AND s.reward_type IN ('tool_not_found', 'invalid_args', 'invalid_action', 'tool_call_ok')))
ORDER BY s.episode, s.seq`;

const PEEKED = `
SELECT e.scenario, e.task_idx AS taskIdx, e.id AS run, min(v.seq) AS seq
FROM steps v JOIN episodes e ON e.n = v.episode
WHERE v.kind = 'verify' AND e.actor <> 'human' AND ${LOOKED_AT}
  AND EXISTS (SELECT 1 FROM steps c WHERE c.episode = v.episode AND c.seq > v.seq AND c.kind = 'call_tool')
GROUP BY e.n ORDER BY e.n`;

/** People who do not agree with each other dispute nothing. */
const DISPUTED = `
SELECT scenario, taskIdx, run, CASE WHEN solved THEN 'complete' ELSE 'not_complete' END AS label FROM (
  SELECT e.scenario, e.task_idx AS taskIdx, e.id AS run, e.n,
    min(l.outcome = 'complete') AS solved, max(l.outcome = 'complete') AS anySolved,
    coalesce(f.regraded, f.code, (SELECT reward_type FROM verdicts v
      WHERE v.episode = e.n AND v.mode = 'code' ORDER BY v.seq DESC LIMIT 1)) AS said
  FROM counted_labels l JOIN episodes e ON e.n = l.episode LEFT JOIN run_facts f ON f.episode = e.n
  WHERE e.task_idx IS NOT NULL AND ${LOOKED_AT} GROUP BY e.n)
WHERE solved = anySolved AND ((solved AND said = 'others') OR (NOT solved AND said = 'complete'))
ORDER BY n`;

const FAILING = `
SELECT e.scenario, s.tool_name AS tool, count(*) AS count, count(DISTINCT s.episode) AS runs,
  min(e.id) AS run
FROM steps s JOIN episodes e ON e.n = s.episode
WHERE s.kind = 'call_tool' AND s.tool_name IS NOT NULL AND s.http_status IS NOT NULL AND ${LOOKED_AT}
GROUP BY 1, 2
HAVING sum(s.http_status < 400) = 0 AND count(DISTINCT s.episode) >= 3 AND count(DISTINCT s.arguments) >= 5`;

/** Reads every step: not for the event loop. */
export function runFaults({ raw }: Catalog): RunFaults {
  const all = <T>(sql: string) => raw.prepare<[], T>(sql).iterate();
  return {
    misclassed: grouped(
      all<{ scenario: string; tool: string; status: number; rewardType: string; run: string; seq: number }>(
        MISCLASSED,
      ),
      ({ scenario, tool, status, rewardType }) => ({ scenario, tool, status, rewardType }),
    ),
    peeked: grouped(
      all<{ scenario: string; taskIdx: number | null; run: string; seq: number }>(PEEKED),
      ({ scenario, taskIdx }) => ({ scenario, taskIdx }),
    ),
    disputed: grouped(
      all<{ scenario: string; taskIdx: number; run: string; label: 'complete' | 'not_complete' }>(DISPUTED),
      ({ scenario, taskIdx, label }) => ({ scenario, taskIdx, label }),
    ),
    failing: [
      ...all<{ scenario: string; tool: string; count: number; runs: number; run: string }>(FAILING),
    ].map(({ run, ...what }) => ({ ...what, seen: [{ run, seq: null }] })),
  };
}

/** Rows counted by what they say; the first runs of each are kept. */
function grouped<R extends { readonly run: string; readonly seq?: number }, W extends object>(
  rows: Iterable<R>,
  whatOf: (row: R) => W,
): (W & { readonly count: number; readonly seen: readonly SeenIn[] })[] {
  const groups = new Map<string, { what: W; count: number; seen: SeenIn[] }>();
  for (const row of rows) {
    const what = whatOf(row);
    const key = JSON.stringify(what);
    const group = groups.get(key) ?? { what, count: 0, seen: [] };
    group.count += 1;
    if (group.seen.length < SHOWN) group.seen.push({ run: row.run, seq: row.seq ?? null });
    groups.set(key, group);
  }
  return [...groups.values()].map(({ what, ...rest }) => ({ ...what, ...rest }));
}
