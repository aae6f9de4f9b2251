import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  pairCountsSchema,
  pairFiltersSchema,
  provenPairSchema,
  type PairSet,
} from '../../../lib/contracts/annotation/pairs.ts';
import type { Catalog } from '../catalog.ts';
import type { PairShelf } from './types.ts';

const rowSchema = z.object({
  n: z.number(),
  id: z.string(),
  name: z.string(),
  project: z.string().nullable(),
  filters: z.string(),
  query: z.string(),
  run_ids: z.instanceof(Uint8Array),
  counts: z.string(),
  by: z.string(),
  at: z.number(),
});

export function createPairShelf({ raw }: Catalog, write: <T>(work: () => T) => T): PairShelf {
  const find = raw.prepare<[string]>('SELECT * FROM pair_sets WHERE id = ?');
  return {
    add: (set, runs, pairs) =>
      write(() => {
        const ids = Buffer.from([...runs].sort().join(''), 'hex');
        const { lastInsertRowid } = raw
          .prepare(
            `INSERT INTO pair_sets (id, name, project, filters, query, run_ids, counts, by, at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            set.id,
            set.name,
            set.project,
            JSON.stringify(set.filters),
            set.query,
            ids,
            JSON.stringify(set.counts),
            set.by,
            set.atMs,
          );
        const insert = raw.prepare('INSERT INTO pairs (pair_set, place, pair) VALUES (?, ?, ?)');
        let place = 0;
        for (const pair of pairs) insert.run(lastInsertRowid, place++, JSON.stringify(pair));
        return { ...set, runsHash: hash('sha256', ids, 'hex') };
      }),
    list: (project) =>
      raw
        .prepare<[string | null, string | null]>(
          'SELECT * FROM pair_sets WHERE ? IS NULL OR project = ? ORDER BY n DESC LIMIT 200',
        )
        .all(project ?? null, project ?? null)
        .map(setOf),
    get(id) {
      const row = find.get(id);
      return row === undefined ? undefined : setOf(row);
    },
    page: (id, offset, limit) =>
      raw
        .prepare<[string, number, number], { pair: string }>(
          `SELECT pair FROM pairs WHERE pair_set = (SELECT n FROM pair_sets WHERE id = ?)
           ORDER BY place LIMIT ? OFFSET ?`,
        )
        .all(id, limit, offset)
        .map(({ pair }) => provenPairSchema.parse(JSON.parse(pair))),
    holds(id, isAskedFor) {
      const runs = raw.prepare<[string], { chosen: string; rejected: string }>(
        `SELECT json_extract(pair, '$.chosen.run') AS chosen, json_extract(pair, '$.rejected.run') AS rejected FROM pairs
         WHERE pair_set = (SELECT n FROM pair_sets WHERE id = ?)`,
      );
      for (const { chosen, rejected } of runs.iterate(id))
        if (isAskedFor(chosen) || isAskedFor(rejected)) return true;
      return false;
    },
    remove: (id) =>
      write(() => {
        raw.prepare('DELETE FROM pairs WHERE pair_set = (SELECT n FROM pair_sets WHERE id = ?)').run(id);
        return raw.prepare('DELETE FROM pair_sets WHERE id = ?').run(id).changes > 0;
      }),
  };
}

function setOf(raw: unknown): PairSet {
  const row = rowSchema.parse(raw);
  return {
    id: row.id,
    name: row.name,
    project: row.project,
    filters: pairFiltersSchema.parse(JSON.parse(row.filters)),
    query: row.query,
    runsHash: hash('sha256', row.run_ids, 'hex'),
    counts: pairCountsSchema.parse(JSON.parse(row.counts)),
    by: row.by,
    atMs: row.at,
  };
}
