import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { baselineFileSchema, type BaselineEntry } from '../../lib/contracts/audits.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import { baselineFile, baselineOf, entryOf, fixedIn, withStatus } from '../../lib/domain/audits/baseline.ts';
import { createDataset, type DatasetOptions } from '../dataset/index.ts';
import { auditScenario, compareFindings, type ScenarioAudit } from '../engine/audits/index.ts';
import { createHost } from '../host/index.ts';
import { createLog } from '../log.ts';
import { renderAudit, type AuditFormat, type AuditReport } from './audit-report.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import { reportFailure, type CliIo } from './io.ts';

export interface AuditArgs {
  readonly packs: DatasetOptions['packs'];
  /** Where pack indexes and what is learned of scenarios are kept; may be a running server's. */
  readonly cacheDir: string;
  readonly python: string;
  /** Names of the scenarios to audit; none: all. */
  readonly scenarios: readonly string[];
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  readonly failOn: 'new' | 'any' | 'none';
  readonly format: AuditFormat;
}

const MAX_AT_ONCE = 4;
const TOOL_TIMEOUT_MS = 30_000;
const READY_TIMEOUT_MS = 55_000;

/** @returns the exit code: 0, 1 where there is something to fail on or an audit failed, 130 when stopped */
export async function runAudit(args: AuditArgs, io: CliIo, signal: AbortSignal): Promise<number> {
  const sessionsDir = await mkdtemp(join(tmpdir(), 'audit-sessions-'));
  try {
    const known = args.baseline === undefined ? [] : await readBaseline(args.baseline);
    await using dataset = await createDataset({ packs: args.packs, cacheDir: args.cacheDir, watch: false });
    const keys = chooseScenarios(dataset, args.scenarios, 'audit');
    await using host = await createHost({ python: args.python, cacheDir: args.cacheDir, sessionsDir });
    const deps = {
      host,
      dataset,
      sessionsDir,
      toolTimeoutMs: TOOL_TIMEOUT_MS,
      readyTimeoutMs: READY_TIMEOUT_MS,
      log: createLog('silent'),
    };
    const progress = progressOn(io, keys.length);
    const { audits, failed } = await auditAll(
      keys,
      (key) => auditScenario(deps, key, signal),
      signal,
      progress,
    );
    progress.end();
    const report = reportOf(audits, failed, known);
    if (args.writeBaseline !== undefined) await writeBaseline(args.writeBaseline, report, known);
    io.stdout.write(renderAudit(report, args.format));
    const failing = report.rows.some(({ severity, status }) => {
      if (args.failOn === 'none' || severity === 'info') return false;
      return args.failOn === 'any' || status === 'new';
    });
    return failing || failed.length > 0 ? 1 : 0;
  } catch (error) {
    if (signal.aborted) {
      io.stderr.write('stopped\n');
      return 130;
    }
    return reportFailure(io, error);
  } finally {
    await rm(sessionsDir, { recursive: true, force: true });
  }
}

interface Progress {
  done(key: string): void;
  end(): void;
}

function progressOn({ stderr }: CliIo, total: number): Progress {
  const tty = stderr.isTTY === true;
  let count = 0;
  return {
    done(key) {
      count += 1;
      const line = `${String(count)} of ${String(total)}`;
      stderr.write(tty ? `\r\u001b[K${line}  ${key}` : `${line}: ${key}\n`);
    },
    end() {
      if (tty) stderr.write('\r\u001b[K');
    },
  };
}

async function auditAll(
  keys: readonly string[],
  audit: (key: string) => Promise<ScenarioAudit>,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ readonly audits: ScenarioAudit[]; readonly failed: AuditReport['failed'] }> {
  const audits: ScenarioAudit[] = [];
  const failed: { key: string; error: string }[] = [];
  const queue = [...keys];
  const worker = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      try {
        audits.push(await audit(key));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        failed.push({ key, error: error.message });
      }
      progress.done(key);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, availableParallelism()) }, worker));
  failed.sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
  return { audits, failed };
}

function reportOf(
  audits: readonly ScenarioAudit[],
  failed: AuditReport['failed'],
  known: readonly BaselineEntry[],
): AuditReport {
  const baseline = baselineOf(known);
  const findings = audits.flatMap((audit) => audit.findings).sort(compareFindings);
  const rows = withStatus(findings, baseline);
  const audited = new Set(audits.map(({ scenario }) => scenario));
  return {
    scenarios: audits.length + failed.length,
    rows,
    new: rows.filter(({ status }) => status === 'new').length,
    fixed: fixedIn(baseline, findings, (scenario) => audited.has(scenario)),
    failed,
  };
}

/** @throws AppError config_invalid */
async function readBaseline(path: string): Promise<readonly BaselineEntry[]> {
  const fault = (why: string, cause?: unknown): AppError =>
    new AppError('config_invalid', `The baseline ${path} cannot be read: ${why}.`, { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw fault(error instanceof Error ? error.message : String(error), error);
  }
  const file = baselineFileSchema.safeParse(parsed);
  if (!file.success) throw fault('it is no baseline of this format; write one with --write-baseline');
  return file.data.findings;
}

/** What was found, with the reasons that are known; entries of scenarios that were not looked at stay. */
async function writeBaseline(
  path: string,
  { rows, fixed }: AuditReport,
  known: readonly BaselineEntry[],
): Promise<void> {
  const gone = new Set(fixed.map(({ fingerprint }) => fingerprint));
  const entries = new Map(
    known.filter(({ fingerprint }) => !gone.has(fingerprint)).map((entry) => [entry.fingerprint, entry]),
  );
  for (const row of rows)
    entries.set(row.fingerprint, entryOf(row, row.accepted ?? { reason: '', by: '', atMs: null }));
  try {
    await writeFile(path, `${JSON.stringify(baselineFile(entries.values()), null, 2)}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('config_invalid', `The baseline cannot be written: ${reason}.`, { cause: error });
  }
}
