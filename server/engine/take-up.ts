import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { isTruthy } from '../../lib/util/python-truth.ts';
import type { ScenarioSummary } from '../dataset/types.ts';
import type { EndReason, EpisodeRecord, KeptSession, StepRecord, Store } from '../store/types.ts';
import { parseReset, type ParsedReset } from './reset-params.ts';
import type { SessionDeps } from './session-deps.ts';
import { removeSessionFolder, sessionFolderAt, takeSessionFolder } from './session-folder.ts';
import type { RestoredInfo } from './types.ts';

/** A person's session of the server before, as it was left; its process starts with the next call. */
export interface Dormant {
  readonly kept: KeptSession;
  /** Undefined before the first reset. */
  readonly record: EpisodeRecord | undefined;
  readonly scenario: ScenarioSummary | undefined;
  readonly reset: ParsedReset | undefined;
  readonly keepFolder: boolean;
  readonly restored: RestoredInfo;
}

export interface TakeUpLimits {
  /** Sessions that nobody acted in for longer are ended. */
  readonly maxIdleMs: number;
  /** Those used last stay. */
  readonly maxSessions: number;
}

/** Takes up people's sessions after a restart: sees to their databases, ends what is too old or too much. */
export async function takeUpSessions(deps: SessionDeps, limits: TakeUpLimits): Promise<readonly Dormant[]> {
  const taken: Dormant[] = [];
  for (const kept of deps.store.sessions.all()) {
    const tooOld = Date.now() - kept.usedAtMs > limits.maxIdleMs;
    if (tooOld || taken.length >= limits.maxSessions) {
      deps.store.sessions.drop(kept.id);
      const record = kept.episodeId === null ? undefined : deps.store.episode(kept.episodeId);
      if (record !== undefined) await endDormant(deps, record, 'idle');
    } else taken.push(await takeUp(deps, kept));
    await nextTurn();
  }
  return taken;
}

/** Closes the record of an episode that no process serves, and removes its folder unless it was to be kept. */
export async function endDormant(
  deps: Pick<SessionDeps, 'store' | 'sessionsDir' | 'log'>,
  record: EpisodeRecord,
  reason: EndReason,
): Promise<void> {
  const folder = sessionFolderAt(deps.sessionsDir, record.scenario, record.id);
  if (record.endReason === null) deps.store.resume(record.id, folder.dbPath).end(reason);
  if (keepsFolder(deps.store, record)) return;
  await removeSessionFolder(folder).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a session folder could not be removed');
  });
}

async function takeUp(deps: SessionDeps, kept: KeptSession): Promise<Dormant> {
  const record = kept.episodeId === null ? undefined : deps.store.episode(kept.episodeId);
  const scenario = record && deps.dataset.find(record.scenario);
  const keepFolder = record !== undefined && keepsFolder(deps.store, record);
  const steps = record?.steps ?? 0;
  const unfinished = kept.running?.toolName === 'done' && record?.endReason === null;
  const lostCall =
    kept.running !== null && (kept.running.seq > steps || unfinished) ? lost(kept.running) : null;
  const dormant = { kept, record, scenario, keepFolder };
  try {
    const reset = parseReset(kept.reset);
    let from: RestoredInfo['from'] = 'database';
    if (record?.endReason === null) {
      await mustBeSame(deps, record, scenario);
      const folder = sessionFolderAt(deps.sessionsDir, record.scenario, record.id);
      await takeSessionFolder(folder);
      from = await deps.store.restoreFile(record.id, folder.dbPath);
      // Of a done that was lost after its verdict was written: whoever plays on may know it.
      if (record.baseline && lastStep(deps.store, record)?.kind === 'verify')
        deps.store.markSawVerdict(record.id, record.steps);
    } else if (record !== undefined && record.endReason !== 'done') {
      throw new Error(`its episode had ended (${record.endReason}) and no other had begun`);
    }
    return { ...dormant, reset, restored: { from, steps, lostCall, problem: null } };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    deps.log.warn({ session: kept.id.slice(0, 8), problem }, 'a session could not be restored');
    if (record !== undefined) await endDormant(deps, record, 'server_stop');
    const ended = record && deps.store.episode(record.id);
    const restored = { from: 'nothing', steps, lostCall, problem } as const;
    return { ...dormant, record: ended, reset: undefined, restored };
  }
}

function lost({ toolName, atMs }: NonNullable<KeptSession['running']>) {
  return { toolName, atMs };
}

/** @throws Error where the scenario is not what the episode began with */
async function mustBeSame(
  deps: SessionDeps,
  record: EpisodeRecord,
  scenario: ScenarioSummary | undefined,
): Promise<void> {
  if (scenario === undefined) throw new Error(`the scenario ${record.scenario} is not served any more`);
  const refused = deps.refuse?.(scenario);
  if (refused !== undefined) throw new Error(refused);
  const { hash } = await deps.dataset.source(scenario.key);
  if (hash !== record.scenarioHash)
    throw new Error(`the scenario ${record.scenario} has changed since the episode began`);
}

function lastStep(store: Store, record: EpisodeRecord): StepRecord | undefined {
  return store.steps(record.id, { from: record.steps, to: record.steps })[0];
}

/** Whether its last step was a `done` that keeps the session's folder. */
function keepsFolder(store: Store, record: EpisodeRecord): boolean {
  if (record.endReason !== 'done') return false;
  const last = lastStep(store, record);
  if (last?.kind !== 'done' || last.argumentsJson === null) return false;
  const args = parseLossless(last.argumentsJson);
  return typeof args === 'object' && args !== null && 'keep_session' in args && isTruthy(args.keep_session);
}

/**
 * Folders that a killed server left and no session goes on with. Removes them in the background until `signal` aborts,
 * and never rejects; those that come into being meanwhile are not looked at.
 */
export async function sweepFolders(
  deps: Pick<SessionDeps, 'store' | 'sessionsDir' | 'log'>,
  taken: readonly Dormant[],
): Promise<(signal: AbortSignal) => Promise<void>> {
  const inUse = new Set(taken.map(({ record }) => record?.id));
  const found: string[] = [];
  for (const entry of await readdir(deps.sessionsDir, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const names = await readdir(join(deps.sessionsDir, entry.name)).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a folder of sessions cannot be read');
      return [];
    });
    found.push(
      ...names
        .filter((name) => /^[0-9a-f]{32}$/.test(name) && !inUse.has(name))
        .map((name) => join(entry.name, name)),
    );
  }
  return async (signal) => {
    for (const path of found) {
      if (signal.aborted) return;
      const [scenario = '', id = ''] = path.split('/');
      try {
        const record = deps.store.episode(id);
        if (record !== undefined && keepsFolder(deps.store, record)) continue;
        await removeSessionFolder(sessionFolderAt(deps.sessionsDir, scenario, id));
      } catch (error) {
        deps.log.warn({ err: error }, 'a left-over session folder could not be removed');
      }
    }
  };
}
