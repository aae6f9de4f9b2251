/** Worker thread: writes the rows of a set of runs as a file, a part with each `next`. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Catalog } from '../../catalog.ts';
import { runRow, SELECT_RUNS } from '../run-rows.ts';
import type { RawRun } from '../run-rows.ts';
import { unpackIds } from '../selections.ts';
import { createEncoder } from './encode.ts';

/** Rows of one part; of Parquet, of a row group. */
const PART = { csv: 2_000, jsonl: 2_000, parquet: 20_000 } as const;
const SEND = 1 << 20;

const dataSchema = z.object({
  homeDir: z.string(),
  format: z.enum(['csv', 'jsonl', 'parquet']),
  ids: z.instanceof(Uint8Array),
});

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { homeDir, format, ids } = dataSchema.parse(workerData);
  const catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
  const parts = partsOf(catalog, format, unpackIds(ids));
  port.on('message', () => {
    const next = parts.next();
    port.postMessage(next.done === true ? null : next.value);
    if (next.done === true) catalog[Symbol.dispose]();
  });
}

/** All of one moment. */
function* partsOf(
  catalog: Catalog,
  format: keyof typeof PART,
  ids: readonly string[],
): Generator<Uint8Array, void> {
  const row = catalog.raw.prepare<[string], RawRun>(`${SELECT_RUNS} WHERE e.id = ?`);
  const encoder = createEncoder(format);
  catalog.raw.exec('BEGIN');
  for (let start = 0; start < ids.length; start += PART[format]) {
    const runs = ids.slice(start, start + PART[format]).flatMap((id) => {
      const raw = row.get(id);
      return raw === undefined ? [] : [runRow(raw)];
    });
    yield* pieces(encoder.add(runs));
  }
  yield* pieces(encoder.end());
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += SEND) yield bytes.slice(start, start + SEND);
}
