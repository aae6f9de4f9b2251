import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDataset } from '../server/dataset/dataset.ts';
import type { Dataset } from '../server/dataset/types.ts';
import { copyRows, type Original } from './pack-rows.ts';

/** Writes a JSONL pack of public size by copying the scenarios of another pack under the names `<key>_<n>`. */

const HELP = `usage: node bench/make-pack.ts --out DIR [--scenarios 1000] [--from scenarios]

Copies the scenarios of a pack (a folder of scenario folders, or of JSONL files) until there are enough, each filled with
comments to the size of a public one: 1,000 scenarios make 0.53 GB.`;

export interface MakePackOptions {
  readonly from: string;
  readonly out: string;
  readonly scenarios: number;
}

async function readOriginals(dataset: Dataset): Promise<Original[]> {
  return Promise.all(
    dataset.list().map(async (summary) => ({
      summary,
      source: await dataset.source(summary.key),
      verifiers: await Promise.all(
        summary.tasks.map(async (_, idx) => ({
          code: await dataset.verifier(summary.key, idx, 'code'),
          sql: await dataset.verifier(summary.key, idx, 'sql'),
        })),
      ),
    })),
  );
}

/** @returns bytes written by file */
export async function makePack(options: MakePackOptions): Promise<Record<string, number>> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'make-pack-'));
  const streams = new Map<string, WriteStream>();
  try {
    await using dataset = await createDataset({
      packs: [{ path: options.from, trusted: true }],
      cacheDir,
      watch: false,
    });
    const originals = await readOriginals(dataset);
    if (originals.length === 0) throw new Error(`${options.from} has no scenario that can be copied`);
    await mkdir(options.out, { recursive: true });
    for (let n = 0; n < options.scenarios; n += 1) {
      const original = originals[n % originals.length];
      if (original === undefined) break;
      const name = `${original.summary.key}_${Math.floor(n / originals.length) + 1}`;
      for (const [file, rows] of Object.entries(copyRows(original, name, n + 1))) {
        const stream = streams.get(file) ?? createWriteStream(join(options.out, file));
        streams.set(file, stream);
        for (const row of rows) {
          if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain');
        }
      }
    }
    await Promise.all(
      [...streams.values()].map(async (stream) => {
        stream.end();
        await once(stream, 'close');
      }),
    );
    const sizes = [...streams.keys()].map(
      async (file) => [file, (await stat(join(options.out, file))).size] as const,
    );
    return Object.fromEntries(await Promise.all(sizes));
  } finally {
    for (const stream of streams.values()) stream.destroy();
    await rm(cacheDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      from: { type: 'string', default: resolve(import.meta.dirname, '../scenarios') },
      scenarios: { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
  });
  const scenarios = Number(values.scenarios);
  if (values.help || values.out === undefined || !Number.isInteger(scenarios) || scenarios < 1) {
    console.log(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const sizes = await makePack({ from: values.from, out: values.out, scenarios });
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  for (const [file, size] of Object.entries(sizes))
    console.log(`${(size / 1e6).toFixed(1).padStart(8)} MB  ${file}`);
  console.log(`${(total / 1e6).toFixed(1).padStart(8)} MB  ${scenarios} scenarios in ${values.out}`);
}

if (import.meta.main) await main();
