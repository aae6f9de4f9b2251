import { AppError } from '../../../lib/contracts/errors.ts';
import type { ScenarioCode, TaskDetail } from '../../../lib/contracts/evidence.ts';
import type { ScenarioSummary } from '../../dataset/types.ts';
import type { PreparedScenario } from '../../host/types.ts';
import type { EvidenceDeps } from './types.ts';

type Deps = Pick<EvidenceDeps, 'dataset' | 'host' | 'refuse'>;

/** @throws AppError not_found */
function find({ dataset }: Deps, key: string): ScenarioSummary {
  const summary = dataset.find(key);
  if (summary === undefined) throw new AppError('not_found', `There is no scenario '${key}'.`);
  return summary;
}

/** Runs the scenario's module where it is not warm. Release it. @throws AppError not_found, sandbox_weak, and the host's */
async function prepareScenario(
  deps: Deps,
  name: string,
  signal: AbortSignal | undefined,
): Promise<PreparedScenario> {
  const summary = find(deps, name);
  const refused = deps.refuse?.(summary);
  if (refused !== undefined)
    throw new AppError('sandbox_weak', `'${summary.key}' does not run here: ${refused}.`);
  return deps.host.prepare(await deps.dataset.source(summary.key), signal ? { signal } : {});
}

/** Reads the database that the scenario's sessions start from. @throws AppError not_found, sandbox_weak, and the host's */
export async function withTemplate<T>(
  deps: Deps,
  name: string,
  signal: AbortSignal | undefined,
  read: (path: string) => Promise<T>,
): Promise<T> {
  const prepared = await prepareScenario(deps, name, signal);
  try {
    return await read(prepared.templateDb);
  } finally {
    prepared.release();
  }
}

/** The code is told of scenarios that do not run too; then no route's place is known. */
export async function readSource(
  deps: Deps,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ScenarioCode> {
  const { code, hash } = await deps.dataset.source(find(deps, name).key);
  return { code, scenarioHash: hash, routes: await routesOf(deps, name, signal) };
}

async function routesOf(
  deps: Deps,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ScenarioCode['routes']> {
  try {
    const prepared = await prepareScenario(deps, name, signal);
    prepared.release();
    return [...prepared.operations].map(([tool, { method, path, line, endLine }]) => ({
      tool,
      method,
      path,
      line: line ?? null,
      endLine: endLine ?? null,
    }));
  } catch (error) {
    const isItsFault = error instanceof AppError && ['scenario_broken', 'sandbox_weak'].includes(error.code);
    if (isItsFault) return [];
    throw error;
  }
}

/** @throws AppError not_found */
export async function readTask(deps: Deps, name: string, taskIdx: number): Promise<TaskDetail> {
  const summary = find(deps, name);
  const text = summary.tasks[taskIdx];
  if (text === undefined) {
    const message = `'${summary.key}' has no task ${String(taskIdx)}; its tasks are 0 to ${String(summary.tasks.length - 1)}.`;
    throw new AppError('not_found', summary.tasks.length > 0 ? message : `'${summary.key}' has no tasks.`);
  }
  const verifiers = await Promise.all(
    (['code', 'sql'] as const).map((mode) => deps.dataset.verifier(summary.key, taskIdx, mode)),
  );
  return {
    text,
    verifiers: verifiers
      .filter((verifier) => verifier !== undefined)
      .map(({ mode, functionName, code, hash, version = null }) => ({
        mode,
        functionName,
        code,
        hash,
        version,
      })),
  };
}
