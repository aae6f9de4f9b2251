import { z } from 'zod';
import { lineageNodeSchema, type LineageNode } from '../../../lib/contracts/branches.ts';
import type { Catalog } from '../catalog.ts';

const LIMIT = 500;
/** Forks of forks; a chain that is longer is cut off at its root's side. */
const MAX_DEPTH = 1_000;

const rowSchema = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  parent_seq: z.int().nullable(),
  origin: lineageNodeSchema.shape.origin,
  actor: lineageNodeSchema.shape.actor,
  policy: z.string().nullable(),
  steps: z.int(),
  verdict: z.string().nullable(),
  started_at: z.number(),
  end_reason: lineageNodeSchema.shape.endReason,
  hidden: z.int(),
});

/** The family of an episode: from the first ancestor that is still there, breadth first, older children first. */
export function readLineage(
  { raw }: Catalog,
  episode: number,
): { readonly nodes: readonly LineageNode[]; readonly more: number } {
  const [root] = raw
    .prepare<[{ episode: number; depth: number }], { n: number }>(
      `WITH RECURSIVE up (n, parent_id, depth) AS (
         SELECT n, parent_id, 0 FROM episodes WHERE n = @episode
         UNION ALL SELECT e.n, e.parent_id, depth + 1 FROM up JOIN episodes AS e ON e.id = up.parent_id WHERE depth < @depth)
       SELECT n FROM up ORDER BY depth DESC LIMIT 1`,
    )
    .all({ episode, depth: MAX_DEPTH });
  const rows = raw
    .prepare(
      `WITH RECURSIVE down (n, id, depth) AS (
         SELECT n, id, 0 FROM episodes WHERE n = @root
         UNION ALL SELECT e.n, e.id, depth + 1 FROM down JOIN episodes AS e ON e.parent_id = down.id
         WHERE depth < @depth LIMIT @most)
       SELECT e.id, parent_id, parent_seq, origin, actor, policy, steps, verdict, started_at, end_reason,
         baseline = 1 AND ended_at IS NULL AS hidden
       FROM down JOIN episodes AS e USING (n) ORDER BY depth, e.n`,
    )
    .all({ root: root?.n ?? episode, depth: 2 * MAX_DEPTH, most: 20 * LIMIT });
  const shown = rows.slice(0, LIMIT).map((row) => rowSchema.parse(row));
  const ids = new Set(shown.map(({ id }) => id));
  return { nodes: shown.map((row) => toNode(row, ids)), more: rows.length - shown.length };
}

function toNode(row: z.infer<typeof rowSchema>, ids: ReadonlySet<string>): LineageNode {
  const { parent_id: id, parent_seq: seq } = row;
  return {
    id: row.id,
    // The parent of the root may have been deleted.
    parent: id === null || seq === null || !ids.has(id) ? null : { id, seq },
    origin: row.origin,
    actor: row.actor,
    policy: row.policy,
    steps: row.steps,
    // Baseline play hides verdicts until its end.
    verdict: row.hidden === 1 ? null : row.verdict,
    startedAtMs: row.started_at,
    endReason: row.end_reason,
  };
}
