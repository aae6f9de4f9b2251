import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Dataset, ScenarioSource, ScenarioSummary, Verifier } from '../../dataset/types.ts';
import type { Finding, Host, PreparedScenario } from '../../host/types.ts';
import { createVerify } from '../../verify/index.ts';

/** What `data check` found of one scenario. */
export interface ScenarioCheck {
  readonly key: string;
  readonly pack: string;
  /** The dataset's fingerprint of the scenario: a check holds as long as this stays. */
  readonly hash: string;
  /** Null where the scenario does not run. */
  readonly tools: number | null;
  readonly tasks: number;
  /** Code verifiers that were run. */
  readonly verifiers: number;
  readonly findings: readonly Finding[];
  readonly ms: number;
}

export interface CheckInputs {
  readonly summary: ScenarioSummary;
  readonly source: ScenarioSource;
  /** By task index; sql verifiers need a judge and are not run. */
  readonly verifiers: readonly (Verifier | undefined)[];
  readonly hash: string;
}

type CheckHost = Pick<Host, 'prepare' | 'verify' | 'check'>;

const VERIFIER_DEADLINE_MS = 20_000;

/** @throws AppError not_found, pack_invalid */
export async function readCheckInputs(dataset: Dataset, key: string): Promise<CheckInputs> {
  const summary = dataset.find(key);
  if (summary === undefined) throw new AppError('not_found', `There is no scenario '${key}'.`);
  const source = await dataset.source(summary.key);
  const verifiers = await Promise.all(
    summary.tasks.map((_, idx) => dataset.verifier(summary.key, idx, 'code')),
  );
  return { summary, source, verifiers, hash: dataset.fingerprint(summary.key) ?? source.hash };
}

/**
 * Runs one scenario's checks: does it start, what of its seed fails, which routes and tools cannot be reached, what state
 * it keeps outside the database, and which code verifiers are content with the untouched database.
 * @throws AppError runtime_failed, deadline_exceeded, pack_invalid; the signal's reason
 */
export async function checkScenario(
  host: CheckHost,
  inputs: CheckInputs,
  signal: AbortSignal,
): Promise<ScenarioCheck> {
  const started = performance.now();
  const { summary, source, verifiers, hash } = inputs;
  const result = (tools: number | null, run: number, findings: readonly Finding[]): ScenarioCheck => ({
    key: summary.key,
    pack: summary.pack,
    hash,
    tools,
    tasks: summary.tasks.length,
    verifiers: run,
    findings: withoutRepeats(findings),
    ms: Math.round(performance.now() - started),
  });
  let prepared: PreparedScenario;
  try {
    prepared = await host.prepare(source, { signal, priority: 'background' });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'scenario_broken') throw error;
    return result(null, 0, [{ code: 'import_failed', message: error.message }]);
  }
  try {
    signal.throwIfAborted();
    const probed = await host.check(source, signal);
    const judged = await checkVerifiers(host, prepared, verifiers, signal);
    const seed = seedFindings(prepared);
    const run = verifiers.filter((verifier) => verifier !== undefined).length;
    return result(prepared.tools.length, run, [...seed, ...prepared.findings, ...probed, ...judged]);
  } finally {
    prepared.release();
  }
}

function seedFindings(prepared: PreparedScenario): Finding[] {
  if (prepared.findings.some(({ code }) => code === 'seed_error')) return [];
  return prepared.seedErrors.map(({ table, statement, message }) => ({
    code: 'seed_error',
    message: `a row of ${table} is not seeded: ${message}`,
    details: { table, statement: statement.length > 2000 ? `${statement.slice(0, 2000)}…` : statement },
  }));
}

/** Every code verifier with the databases as a session that did nothing has them, and the empty answer. */
async function checkVerifiers(
  host: CheckHost,
  prepared: PreparedScenario,
  verifiers: readonly (Verifier | undefined)[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const verify = createVerify((run, abort) => host.verify(run, abort));
  const folder = await mkdtemp(join(tmpdir(), 'data-check-'));
  const [initialDb, finalDb] = [join(folder, 'initial.db'), join(folder, 'final.db')];
  const findings: Finding[] = [];
  try {
    await copyFile(prepared.initialDb, initialDb, constants.COPYFILE_FICLONE);
    await copyFile(prepared.templateDb, finalDb, constants.COPYFILE_FICLONE);
    for (const [taskIdx, verifier] of verifiers.entries()) {
      if (verifier === undefined) continue;
      signal.throwIfAborted();
      const { rewardType, result } = await verify(
        {
          verifier,
          initialDb,
          finalDb,
          finalAnswer: '',
          deadlineMs: VERIFIER_DEADLINE_MS,
          task: '',
          trajectory: () => [],
          judge: { baseUrl: '', apiKey: '', model: '' },
        },
        signal,
      );
      signal.throwIfAborted();
      if (rewardType === 'complete') {
        const message = `the verifier of task ${taskIdx} says complete on the untouched database with an empty answer`;
        findings.push({ code: 'trivial_verifier', message, details: { task_idx: taskIdx } });
      } else if (rewardType === 'judge_error') {
        const reason =
          typeof result['error_message'] === 'string' ? result['error_message'] : 'it gives no verdict';
        const message = `the verifier of task ${taskIdx} fails on the untouched database: ${reason}`;
        findings.push({ code: 'verifier_failed', message, details: { task_idx: taskIdx } });
      }
    }
    return findings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...seen.values()];
}
