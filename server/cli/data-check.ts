import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { createDataset, type Dataset, type DatasetOptions } from '../dataset/index.ts';
import { checkScenario, readCheckInputs, type ScenarioCheck } from '../engine/check/index.ts';
import { createHost, type Host } from '../host/index.ts';
import { createReport, renderReport, type FailedCheck } from './check-report.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import { reportFailure, type CliIo } from './io.ts';

export interface DataCheckArgs {
  readonly packs: DatasetOptions['packs'];
  /** Where pack indexes and what is learned of scenarios are kept; may be a running server's. */
  readonly cacheDir: string;
  readonly python: string;
  /** Names of the scenarios to check; none: all. */
  readonly scenarios: readonly string[];
  /** File that the report is written to as JSON, '-' for stdout instead of the table. */
  readonly json: string | undefined;
}

const MAX_AT_ONCE = 4;

interface Checked {
  readonly checks: ScenarioCheck[];
  readonly failed: FailedCheck[];
}

async function checkAll(
  dataset: Dataset,
  host: Host,
  keys: readonly string[],
  signal: AbortSignal,
  onDone: (done: number, key: string) => void,
): Promise<Checked> {
  const checks = new Map<string, ScenarioCheck>();
  const failed: FailedCheck[] = [];
  const queue = [...keys];
  const worker = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      try {
        checks.set(key, await checkScenario(host, await readCheckInputs(dataset, key), signal));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        failed.push({ key, error: error.message });
      }
      onDone(checks.size + failed.length, key);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, availableParallelism()) }, worker));
  return { checks: keys.flatMap((key) => checks.get(key) ?? []), failed };
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'config_invalid',
      `The report cannot be written: ${reason}. Give another file with --json.`,
      { cause: error },
    );
  }
}

/**
 * `studio data check`. @returns the exit code: 0 when every scenario runs (findings or not), 1 when one does not or the
 * command failed, 130 when stopped
 */
export async function runDataCheck(args: DataCheckArgs, io: CliIo, signal: AbortSignal): Promise<number> {
  const sessionsDir = await mkdtemp(join(tmpdir(), 'data-check-'));
  const tty = io.stderr.isTTY === true;
  try {
    await using dataset = await createDataset({ packs: args.packs, cacheDir: args.cacheDir, watch: false });
    const keys = chooseScenarios(dataset, args.scenarios, 'see');
    await using host = await createHost({ python: args.python, cacheDir: args.cacheDir, sessionsDir });
    const { checks, failed } = await checkAll(dataset, host, keys, signal, (done, key) => {
      io.stderr.write(
        tty ? `\r\u001b[K${done} of ${keys.length}  ${key}` : `${done} of ${keys.length}: ${key}\n`,
      );
    });
    if (tty) io.stderr.write('\r\u001b[K');
    const report = createReport(dataset.packs(), checks, failed, new Date());
    const text = `${JSON.stringify(report, null, 2)}\n`;
    if (args.json !== undefined && args.json !== '-') await writeReport(args.json, text);
    io.stdout.write(args.json === '-' ? text : renderReport(report));
    return failed.length > 0 || report.totals.findings.import_failed > 0 ? 1 : 0;
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
