import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { GoldSolution } from '../../dataset/types.ts';
import type { CallResult } from '../../host/types.ts';
import { replayCalls } from '../replay/index.ts';
import { shown } from './name-findings.ts';
import type { AuditCase, FindingDraft } from './types.ts';

/** The pack's own solution of a task, played. */
export interface GoldPlay {
  /** The database at its end. */
  readonly finalDb: string;
  readonly finalAnswer: string | null;
}

/** Plays a solution from the scenario's template on. A call that fails ends it: then it is the pack that is wrong. */
export async function playGold(
  { deps, summary, prepared, folder, signal }: AuditCase,
  taskIdx: number,
  gold: GoldSolution,
): Promise<{ readonly play: GoldPlay | undefined; readonly findings: readonly FindingDraft[] }> {
  const finalDb = join(folder, `gold-${String(taskIdx)}.db`);
  let failed:
    { readonly at: number; readonly result: CallResult | { readonly kind: 'not_called' } } | undefined;
  let dbPath: string | undefined;
  await replayCalls(deps, {
    scenario: summary.key,
    // Verdicts compare with this template: one that was built since then has other times where the seed reads the clock.
    writeDb: (path) => copyFile(prepared.templateDb, path, constants.COPYFILE_FICLONE),
    calls: gold.calls.map(({ tool, arguments: args }, position) => ({ seq: position + 1, tool, args })),
    onStart: (place) => {
      dbPath = place.dbPath;
    },
    onStep: async ({ seq, result, dbPath: path }) => {
      if (result.kind === 'ok') {
        if (seq === gold.calls.length) await copyFile(path, finalDb, constants.COPYFILE_FICLONE);
        return true;
      }
      failed = { at: seq, result };
      return false;
    },
    signal,
  });
  if (dbPath === undefined) throw new AppError('runtime_failed', 'The solution was not played.');
  if (gold.calls.length === 0) return { play: undefined, findings: [] };
  if (failed === undefined) return { play: { finalDb, finalAnswer: gold.finalAnswer }, findings: [] };
  const call = gold.calls[failed.at - 1];
  const text = failed.result.kind === 'error' ? failed.result.error : failed.result.kind;
  return {
    play: undefined,
    findings: [
      {
        code: 'gold_fails',
        severity: 'error',
        taskIdx,
        message: `The pack’s own solution of task ${String(taskIdx)} fails at call ${String(failed.at)} (${call?.tool ?? ''}).`,
        source: 'executed',
        evidence: [
          { kind: 'tool', tool: call?.tool ?? '' },
          shown('request', JSON.stringify(call?.arguments ?? {})),
          shown('response', text),
        ],
      },
    ],
  };
}
