import { createHash } from 'node:crypto';
import { constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ScenarioSource } from '../server/dataset/types.ts';
import { createHost } from '../server/host/create-host.ts';
import type { Host, PreparedScenario, SessionProcess } from '../server/host/types.ts';

/**
 * Measures the Python side alone: `node bench/host.ts [folder of a JSONL pack]`.
 * Cold = nothing known; restart = the disk cache is there; hot = the zygote is there.
 */

const PACK = resolve(process.argv[2] ?? join(import.meta.dirname, '../../shared/awm-1k-sample'));
const PYTHON = resolve(import.meta.dirname, '../.venv/bin/python');

interface Row {
  readonly scenario: string;
  readonly [key: string]: unknown;
}

function rows(name: string): Row[] {
  return readFileSync(join(PACK, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

function readPack(): ScenarioSource[] {
  const schemas = new Map(
    rows('gen_db.jsonl').map((row) => [
      row.scenario,
      row['db_schema'] as { tables: ScenarioSource['tables'] },
    ]),
  );
  const samples = new Map(
    rows('gen_sample.jsonl').map((row) => [
      row.scenario,
      row['sample_data'] as { tables: { table_name: string; insert_statements: string[] }[] },
    ]),
  );
  return rows('gen_envs.jsonl').map((row) => {
    const code = String(row['full_code']);
    const tables = (schemas.get(row.scenario)?.tables ?? []).map(({ name, ddl, indexes }) => ({
      name,
      ddl,
      indexes,
    }));
    const seed = (samples.get(row.scenario)?.tables ?? []).map((table) => ({
      tableName: table.table_name,
      insertStatements: table.insert_statements,
    }));
    const hash = createHash('sha256')
      .update(JSON.stringify([code, tables, seed]))
      .digest('hex');
    return { key: row.scenario, pack: 'bench', trusted: false, code, tables, seed, hash };
  });
}

class Samples {
  readonly #name: string;
  readonly #values: number[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  async time<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    this.#values.push(performance.now() - start);
    return result;
  }

  add(value: number): void {
    this.#values.push(value);
  }

  print(unit = 'ms'): void {
    const sorted = this.#values.toSorted((a, b) => a - b);
    const at = (part: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(2);
    console.log(
      `${this.#name.padEnd(44)} median ${at(0.5).padStart(9)}  p95 ${at(0.95).padStart(9)} ${unit}  n=${String(sorted.length)}`,
    );
  }
}

let opened = 0;

async function openSession(host: Host, prepared: PreparedScenario): Promise<SessionProcess> {
  const workDir = join(prepared.sessionsDir, `bench-${String(++opened)}`);
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const dbPath = join(workDir, `${prepared.key}.db`);
  await copyFile(prepared.templateDb, dbPath, constants.COPYFILE_FICLONE);
  return host.open(prepared, { sessionId: String(opened), workDir, dbPath, callsBefore: 0, resumed: false });
}

function pssMiB(pid: number): number {
  const line = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

function privateMiB(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8');
  return (
    [...text.matchAll(/^Private_\w+:\s+(\d+)/gm)].reduce((sum, found) => sum + Number(found[1]), 0) / 1024
  );
}

function readTools(prepared: PreparedScenario): string[] {
  return prepared.tools
    .filter(
      (tool) =>
        prepared.operations.get(tool.name)?.method === 'GET' && tool.inputSchema['required'] === undefined,
    )
    .map((tool) => tool.name);
}

async function measure(
  home: string,
  phase: 'cold' | 'restart',
  sources: readonly ScenarioSource[],
): Promise<void> {
  const started = new Samples(`${phase}: host start`);
  const prepareTime = new Samples(`${phase}: prepare`);
  const openTime = new Samples(`${phase}: first open`);
  const resetTime = new Samples('hot: prepare + copy + open');
  const firstCall = new Samples('hot: first call of a session');
  const callTime = new Samples('hot: read-only call');
  const closeTime = new Samples('hot: close');
  const afterOpen = new Samples('session after open, PSS');
  const afterOpenOwn = new Samples('session after open, private');
  const inUseOwn = new Samples('session after 20 calls, private');
  const inUse = new Samples('session after 20 calls, PSS');
  await using host = await started.time(() =>
    createHost({ python: PYTHON, cacheDir: join(home, 'cache'), sessionsDir: join(home, 'sessions') }),
  );
  for (const source of sources) {
    const prepared = await prepareTime.time(() => host.prepare(source));
    const first = await openTime.time(() => openSession(host, prepared));
    await first.close('closed');
    await new Promise((done) => setTimeout(done, 1_500));
    const tools = readTools(prepared);
    for (let round = 0; round < 10; round++) {
      const session = await resetTime.time(async () => {
        const again = await host.prepare(source);
        try {
          return await openSession(host, again);
        } finally {
          again.release();
        }
      });
      const others = [await openSession(host, prepared), await openSession(host, prepared)];
      afterOpen.add(pssMiB(session.pid));
      afterOpenOwn.add(privateMiB(session.pid));
      for (let call = 0; call < 20; call++) {
        const tool = tools[call % tools.length];
        if (tool === undefined) break;
        await (call === 0 ? firstCall : callTime).time(() => session.call(tool, {}, { deadlineMs: 10_000 }));
      }
      inUse.add(pssMiB(session.pid));
      inUseOwn.add(privateMiB(session.pid));
      await closeTime.time(() => session.close('closed'));
      await Promise.all(others.map((other) => other.close('closed')));
    }
    prepared.release();
  }
  const all = phase === 'cold' ? [resetTime, firstCall, callTime, closeTime] : [];
  for (const samples of [started, prepareTime, openTime, ...all]) samples.print();
  if (phase === 'cold')
    for (const samples of [afterOpen, afterOpenOwn, inUse, inUseOwn]) samples.print('MiB');
}

if (!existsSync(PACK)) throw new Error(`no pack at ${PACK}`);
const home = mkdtempSync(join(tmpdir(), 'awm-bench-'));
try {
  const sources = readPack();
  await measure(home, 'cold', sources);
  await measure(home, 'restart', sources);
} finally {
  rmSync(home, { recursive: true, force: true });
}
