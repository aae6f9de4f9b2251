import { nextNumber } from '../next-number.ts';
import type { Catalog } from '../catalog.ts';
import type { EpisodeRow } from '../schema.ts';
import type { ForkStart } from './types.ts';

interface Fork {
  readonly parent: EpisodeRow;
  /** Steps up to this one are copied. */
  readonly seq: number;
  /** The state after it. */
  readonly finalHash: string;
  readonly optionsJson: string;
  readonly run: Readonly<Record<string, string | number>>;
}

/**
 * Writes an open episode whose first steps are copies of another's: rows are copied, states and texts are shared. Call in
 * a transaction. Copies 21 steps in 5 ms, 2,000 in 45 ms (busy machine). Returns its number, and whether steps wait for their normalised hash.
 */
export function insertFork(
  catalog: Catalog,
  start: ForkStart,
  { parent, seq, finalHash, optionsJson, run }: Fork,
): { readonly n: number; readonly pending: boolean } {
  const { raw, query } = catalog;
  const row = {
    n: nextNumber(catalog),
    id: start.id,
    client_episode_id: start.clientEpisodeId,
    session_id: start.sessionId,
    scenario: parent.scenario,
    pack: parent.pack,
    scenario_hash: parent.scenario_hash,
    task_idx: parent.task_idx,
    task: parent.task,
    actor: start.actor,
    transport: start.transport,
    recording: 'full',
    options: optionsJson,
    ...run,
    seed_hash: parent.seed_hash,
    base_hash: parent.base_hash,
    final_hash: finalHash,
    base_normalised: parent.base_normalised,
    steps: seq,
    started_at: start.startedAtMs,
    pinned: 0,
    baseline: start.baseline === true ? 1 : 0,
    origin: start.origin,
    parent_id: parent.id,
    parent_seq: seq,
  };
  const n = catalog.get(query.insertInto('episodes').values(row).returning('n'))?.n ?? 0;
  const of = { n, parent: parent.n, seq };
  copyRows(catalog, 'steps', of);
  copyRows(catalog, 'verdicts', of);
  raw
    .prepare(
      `UPDATE episodes SET verdict = last.reward_type, reward = last.reward, final_answer = last.final_answer
       FROM (SELECT * FROM verdicts WHERE episode = @n ORDER BY seq DESC, rowid DESC LIMIT 1) AS last
       WHERE episodes.n = @n`,
    )
    .run({ n });
  raw
    .prepare(
      `INSERT OR IGNORE INTO snapshot_uses (episode, hash)
       SELECT @n, hash FROM snapshots WHERE hash IN (
         SELECT db_after FROM steps WHERE episode = @n UNION SELECT seed_hash FROM episodes WHERE n = @n
         UNION SELECT base_hash FROM episodes WHERE n = @n)`,
    )
    .run({ n });
  const pending = raw.prepare('SELECT 1 FROM steps WHERE normal_state = 0 AND episode = ? LIMIT 1').get(n);
  return { n, pending: pending !== undefined };
}

/** All columns, whichever there are. */
function copyRows(
  { raw }: Catalog,
  table: 'steps' | 'verdicts',
  of: { readonly n: number; readonly parent: number; readonly seq: number },
): void {
  const columns = raw
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
    .filter((name) => name !== 'episode')
    .join(', ');
  raw
    .prepare(
      `INSERT INTO ${table} (episode, ${columns})
       SELECT @n, ${columns} FROM ${table} WHERE episode = @parent AND seq <= @seq ORDER BY seq`,
    )
    .run(of);
}
